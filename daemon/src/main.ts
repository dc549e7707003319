import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Nothing that Shortlist creates is for other users of the computer.
process.umask(0o077)

// Every start but the first finds its modules compiled; the folder is the user's own, since code
// is run from it.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

const { runProgram } = await import('./commands/program.ts')
await runProgram()
