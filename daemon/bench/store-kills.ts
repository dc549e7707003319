import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '../../.config/bench/measure.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { lines } from '../test/kept-lines.ts'
import { writeUntilKilled } from '../test/write-until-killed.ts'
import { withFolder } from './store-data.ts'

/** W8: kills at random moments; nothing that was acknowledged may be missing or unreadable. */
export async function benchKills(bench: Bench): Promise<void> {
  if (!bench.wants('W8')) return
  const kills = bench.isQuick ? 20 : 200
  await withFolder(async (folder) => {
    const stored = new Map<string, string[]>()
    let repairs = 0
    for (let run = 0; run < kills; run++) {
      // a repeatable spread of moments, from the first line to some hundreds later
      const count = 1 + ((run * 7919) % 300)
      for (const { word, log, text } of await writeUntilKilled(folder, run, count)) {
        if (word === 'repaired') repairs += 1
        if (word === 'stored') stored.set(log, [...(stored.get(log) ?? []), text])
      }
    }
    const lost = await countLost(folder, stored)
    const unreadable = await countUnreadable(join(folder, 'records', 'lines'))
    const count = [...stored.values()].flat().length
    bench.note('W8', 'acknowledged records', count, `in ${kills} kills`)
    bench.note('W8', 'starts that had something to repair', repairs, '')
    bench.gate({ id: 'W8', what: 'lost records', value: lost, max: 0, isExact: true })
    bench.gate({ id: 'W8', what: 'unreadable files', value: unreadable, max: 0, isExact: true })
  })
}

async function countLost(
  folder: string,
  stored: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  const store = new RecordStore({ folder, report: () => {} })
  const logs = await store.open(lines)
  let lost = 0
  for (const [log, acknowledged] of stored) {
    const found = new Set((await logs.rows(log, { of: log })).map(({ text }) => text))
    lost += acknowledged.filter((text) => !found.has(text)).length
  }
  await store.close()
  return lost
}

async function countUnreadable(logs: string): Promise<number> {
  let unreadable = 0
  for (const name of await readdir(logs)) {
    if (!name.endsWith('.jsonl')) continue
    const content = await readFile(join(logs, name), 'utf8')
    try {
      for (const line of content.trimEnd().split('\n')) JSON.parse(line)
    } catch {
      unreadable += 1
    }
  }
  return unreadable
}
