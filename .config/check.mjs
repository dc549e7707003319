// Checks the code without running it: format and lint, types, boundaries, unused code, side by side.
// A path limits what can be limited to that room; `--test` runs the tests of the room as well.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const rooms = process.argv.slice(2).filter((each) => each !== '--test')
const tests = process.argv.includes('--test')
const missing = rooms.find((room) => !existsSync(room))
if (missing !== undefined || (tests && rooms.length === 0)) {
  const problem = missing === undefined ? 'Which room?' : `There is no ${missing}.`
  process.stderr.write(`${problem} Give a folder or a file, daemon/src/chat for example.\n`)
  process.exit(64)
}

/** Runs a program; resolves to whether it ended well. Its output comes as a whole, at its end. */
function run(command, ...args) {
  const child = spawn(command, args, { shell: process.platform === 'win32' })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
  return new Promise((resolve) => {
    child.on('error', ({ message }) => output.push(Buffer.from(`${command}: ${message}\n`)))
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'}  ${command}\n`)
      resolve(code === 0)
    })
  })
}

const boundaries = rooms.length > 0 ? rooms : ['daemon', 'web', 'extension', 'shared']
const results = await Promise.all([
  // a second checker would look at what both need again, beside three other tools
  run('tsc', '-b', '--checkers', '1'),
  run('biome', 'check', ...(rooms.length > 0 ? rooms : ['.'])),
  run('depcruise', '--config', '.config/dependency-cruiser.mjs', ...boundaries),
  run('knip'),
])
if (results.includes(false)) process.exit(1)

if (tests) {
  const paths = rooms.map((room) =>
    statSync(room).isDirectory() ? `${room.replace(/\/$/, '')}/` : room,
  )
  const vitest = ['run', '--config', '.config/vitest.config.ts', '--passWithNoTests', ...paths]
  const child = spawn('vitest', vitest, { stdio: 'inherit', shell: process.platform === 'win32' })
  child.on('close', (code) => process.exit(code ?? 1))
}
