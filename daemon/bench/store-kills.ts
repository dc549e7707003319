import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '../../.config/bench/measure.ts'
import { writeUntilKilled } from '../test/write-until-killed.ts'
import { openStore, withFolder } from './store-data.ts'

/** W8: kills at random moments; nothing that was acknowledged may be missing or unreadable. */
export async function benchKills(bench: Bench): Promise<void> {
  if (!bench.wants('W8')) return
  const kills = bench.isQuick ? 20 : 200
  await withFolder(async (folder) => {
    const stored = new Map<string, string[]>()
    let repairs = 0
    for (let run = 0; run < kills; run++) {
      // a repeatable spread of moments, from the first line to some hundreds later
      const lines = 1 + ((run * 7919) % 300)
      for (const { word, chatId, text } of await writeUntilKilled(folder, run, lines)) {
        if (word === 'repaired') repairs += 1
        if (word === 'stored') stored.set(chatId, [...(stored.get(chatId) ?? []), text])
      }
    }
    const lost = await countLost(folder, stored)
    const unreadable = await countUnreadable(join(folder, 'records', 'chats'))
    const count = [...stored.values()].flat().length
    bench.note('W8', 'acknowledged messages', count, `in ${kills} kills`)
    bench.note('W8', 'starts that had something to repair', repairs, '')
    bench.gate({ id: 'W8', what: 'lost messages', value: lost, max: 0, isExact: true })
    bench.gate({ id: 'W8', what: 'unreadable files', value: unreadable, max: 0, isExact: true })
  })
}

async function countLost(
  folder: string,
  stored: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  const store = await openStore(folder, () => {})
  let lost = 0
  for (const [chatId, acknowledged] of stored) {
    const found = new Set((await store.messages('ada', chatId)).map(({ content }) => content))
    lost += acknowledged.filter((content) => !found.has(content)).length
  }
  await store.close()
  return lost
}

async function countUnreadable(chats: string): Promise<number> {
  let unreadable = 0
  for (const name of await readdir(chats)) {
    if (!name.endsWith('.jsonl')) continue
    const content = await readFile(join(chats, name), 'utf8')
    try {
      for (const line of content.trimEnd().split('\n')) JSON.parse(line)
    } catch {
      unreadable += 1
    }
  }
  return unreadable
}
