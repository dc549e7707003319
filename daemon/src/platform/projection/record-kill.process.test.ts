import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { lines, PASSING } from '../../../test/kept-lines.ts'
import { writeUntilKilled } from '../../../test/write-until-killed.ts'
import { RecordStore } from './record-store.ts'

const KILLS = sized(6, 100)

it(`keeps every acknowledged record through ${KILLS} kills, and the index finds what the logs hold`, async () => {
  const folder = await freshFolder()
  const stored = new Map<string, string[]>()
  const removed: string[] = []
  for (let run = 0; run < KILLS; run++) {
    const count = 10 + ((run * 29) % 200)
    for (const { word, log, text } of await writeUntilKilled(folder, run, count)) {
      if (word === 'stored') stored.set(log, [...(stored.get(log) ?? []), text])
      if (word === 'removed') removed.push(log)
    }
  }

  const reports: string[] = []
  const records = new RecordStore({ folder, report: (sentence) => reports.push(sentence) })
  const logs = await records.open(lines)
  const found = await logs.query((tables) => tables.all('select log, text from lines_texts'))
  const inIndex = Map.groupBy(found, ({ log }) => String(log))
  const names = (await readdir(join(folder, 'records', 'lines'))).filter((name) =>
    name.endsWith('.jsonl'),
  )
  for (const name of names.map((each) => each.replace('.jsonl', ''))) {
    const rows = (await logs.rows(name, { of: name })).map((row) => row.text)
    const saying = rows.filter((text) => text !== PASSING)
    expect((inIndex.get(name) ?? []).map((row) => row.text)).toEqual(saying)
  }
  for (const [log, texts] of stored) {
    const kept = new Set((await logs.rows(log, { of: log })).map((row) => row.text))
    expect(texts.filter((each) => !kept.has(each))).toEqual([])
  }
  await records.close()
  expect(removed.filter((log) => names.includes(`${log}.jsonl`) || inIndex.has(log))).toEqual([])
  expect(removed.length).toBeGreaterThan(0)
  // a kill in the middle of a write is all that may need a repair
  expect(reports.filter((each) => !each.includes('unfinished line'))).toEqual([])
}, 300_000)
