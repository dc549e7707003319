import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sized } from '../../../../.config/testing/test-size.ts'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { contents, openChats } from '../../../test/open-chats.ts'
import { writeUntilKilled } from '../../../test/write-until-killed.ts'

const KILLS = sized(4, 20)

/** Repeatable numbers from 0 to below 1. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

it(
  `loses nothing that was acknowledged in ${KILLS} kills and can read every file`,
  async () => {
    const folder = await freshFolder()
    const roll = dice(7)
    const stored = new Map<string, string[]>()
    const titles = new Map<string, number>()

    for (let run = 0; run < KILLS; run++) {
      const lines = 1 + Math.floor(roll() * 60)
      for (const { word, chatId, text } of await writeUntilKilled(folder, run, lines)) {
        if (word === 'stored') stored.set(chatId, [...(stored.get(chatId) ?? []), text])
        if (word === 'titled') titles.set(chatId, age(text))
      }
    }
    const store = await openChats(folder, () => {})

    const counts = new Map(
      (await store.list('ada')).map(({ chatId, messageCount }) => [chatId, messageCount]),
    )

    expect([...stored.values()].flat().length).toBeGreaterThan(KILLS * 5)
    for (const [chatId, acknowledged] of stored) {
      const found = new Set(await contents(store, 'ada', chatId))
      expect(acknowledged.filter((content) => !found.has(content))).toEqual([])
      const json = Buffer.from(await store.messagesJson('ada', chatId)).toString()
      expect(JSON.parse(json)).toHaveLength(counts.get(chatId) ?? -1)
    }
    for (const [chatId, title] of titles) {
      expect(age(await store.title('ada', chatId))).toBeGreaterThanOrEqual(title)
    }
    await store.close()
    await everyFileParses(join(folder, 'records', 'chats'))
  },
  sized(60_000, 300_000),
)

/** Titles count up, and one may have been stored without its acknowledgement being heard. */
function age(title: string | null | undefined): number {
  const [, run, n] = /^run(\d+)-\d+-(\d+)$/.exec(title ?? '') ?? []
  return Number(run) * 1_000_000 + Number(n)
}

async function everyFileParses(logs: string): Promise<void> {
  for (const name of (await readdir(logs)).filter((each) => each.endsWith('.jsonl'))) {
    const content = await readFile(join(logs, name), 'utf8')
    expect(content.endsWith('\n')).toBe(true)
    for (const line of content.split('\n').slice(0, -1)) JSON.parse(line)
  }
}
