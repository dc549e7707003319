// Plain JavaScript, with what it imports: Node loads what takes types out only where it has to, and
// whatever comes after this is kept compiled.
import { keepCompiled } from './platform/keep-compiled.js'

// Nothing that Shortlist creates is for other users of the computer.
process.umask(0o077)

keepCompiled()
const { runProgram } = await import('./commands/program.ts')
await runProgram()
