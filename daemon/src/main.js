import { keepCompiled } from './platform/keep-compiled.ts'

// Nothing that Shortlist creates is for other users of the computer.
process.umask(0o077)

keepCompiled()
const { runProgram } = await import('./commands/program.ts')
await runProgram()
