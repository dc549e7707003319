import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { bringUp, keepRecords, manyFiles, openHome, wordOf } from './testing/keep-records.ts'

const KILLS = sized(4, 12)
const SYNCER = fileURLToPath(new URL('./testing/sync-until-killed.ts', import.meta.url))

/** Kills a process that syncs once it has done so many steps. */
async function syncUntilKilled(home: string, steps: number): Promise<void> {
  const child = spawn(process.execPath, [SYNCER, home], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  let done = 0
  child.stdout.on('data', (chunk: Buffer) => {
    done += chunk.toString().split('\n').length - 1
    if (done >= steps) child.kill('SIGKILL')
  })
  expect((await gone)[1]).toBe('SIGKILL')
}

it(`holds exactly what it is told after each of ${KILLS} kills in the middle of a sync`, async () => {
  const home = await freshFolder()
  const files = await keepRecords(home, manyFiles(30, 400))
  let kept = 0

  for (let kill = 0; kill < KILLS; kill++) {
    await syncUntilKilled(home, 1 + ((kill * 17) % 60))
    const index = openHome(home)
    const told = files.slice(kill, kill + 15)
    const { added } = bringUp(index, told)
    kept += added < 150 ? 1 : 0

    expect([...index.hashes()]).toHaveLength(150)
    for (const at of files.keys()) {
      const isTold = at >= kill && at < kill + 15
      expect(index.find(wordOf(at, 399), 5), `file ${at}`).toHaveLength(isTold ? 1 : 0)
    }
    index.close()
  }

  // a kill is no reason to begin from nothing
  expect(kept).toBeGreaterThan(KILLS / 2)
}, 120_000)
