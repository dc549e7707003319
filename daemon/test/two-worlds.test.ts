import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import { startDaemon } from '../../.config/testing/start-daemon.ts'

const main = fileURLToPath(new URL('../src/main.js', import.meta.url))
const world = ['--pid', '--fork', '--mount-proc', '--kill-child']

it('refuses a daemon that counts process ids anew, as one in another container does', {
  timeout: 60_000,
}, async ({ skip }) => {
  const canUnshare = spawnSync('unshare', [...world, 'true']).status === 0
  if (!canUnshare) skip('no namespace of process ids can be made here')
  const room = await freshFolder()
  const dataFolder = join(room, 'data')
  const first = await startDaemon({ dataFolder })
  const envFile = join(room, 'empty.env')
  await writeFile(envFile, '')

  const second = spawn(
    'unshare',
    [...world, process.execPath, main, '--env-file', envFile, '--port', '0', 'start'],
    {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: room,
        SHORTLIST_DATA_DIR: dataFolder,
        OPENAI_BASE_URL: 'off',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  onTestFinished(() => void second.kill('SIGKILL'))
  const [err, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')])

  expect(err).toBe(
    `Another Shortlist already uses the data folder ${dataFolder}. Stop it first, or choose another folder with --data-dir.\n`,
  )
  expect(code).toBe(75)
  expect(await first.stop()).toBe(0)
})
