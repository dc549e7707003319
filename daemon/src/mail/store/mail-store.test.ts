import { glob, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Explanation } from '@shortlist/contracts/mail'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { finding } from '../../../test/scripted-analysis.ts'
import { RecordStore } from '../../platform/projection/record-store.ts'
import { unreadable } from '../message/read-message.ts'
import type { MailboxCursor } from '../ports.ts'
import { openMailRecords } from './mail-projection.ts'
import type { StoredMail } from './mail-records.ts'
import { type MailStore, type NewMail, openMailStore } from './mail-store.ts'

const cursor: MailboxCursor = { uidValidity: '1', uidNext: 9, modseq: null, missing: '' }

/** The id of such a mail. */
const idOf = (number: number) => String(number).padStart(8, '0')

function newMail(number: number, minute = number, text = 'Hello'): NewMail {
  const id = idOf(number)
  const person = { name: 'Dana', address: 'dana@northwind.example' }
  const row: NewMail['row'] = {
    id,
    uid: number,
    date: new Date(minute * 60_000).toISOString(),
    dateOffset: null,
    storedAt: new Date(0).toISOString(),
    subject: `Letter ${number}`,
    from: person,
    replyTo: null,
    to: [],
    messageId: `<${number}@northwind.example>`,
    references: [],
    preview: 'Hello',
    warnings: [],
  }
  return { row, message: { ...unreadable(''), text, problem: null } }
}

const head = { userId: 'ada', identity: 'mailbox', isSample: false }

async function openStore(root?: string) {
  const folder = root ?? (await freshFolder())
  const report = (line: string) => expect.unreachable(line)
  const records = new RecordStore({ folder, report })
  const store = await openMailStore({ records: await openMailRecords(records), head, report })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await store.close()
    await records.close()
  }
  onTestFinished(close)
  const add = (mails: readonly NewMail[], gone: readonly string[] = []) =>
    store.add({ fresh: mails, moved: [], gone, cursor })
  return { folder, store, add, close }
}

/** What the files of one kind of records say. */
async function onDisk(folder: string, kind: 'mail' | 'mail-texts'): Promise<string> {
  const texts: string[] = []
  for await (const file of glob(join(folder, 'records', kind, '*.jsonl')))
    texts.push(await readFile(file, 'utf8'))
  return texts.join('')
}

async function listed(store: MailStore, limit?: number): Promise<StoredMail[]> {
  const mails: StoredMail[] = []
  for await (const page of store.mails.newestFirst(limit)) mails.push(...page)
  return mails
}

const subjects = async (store: MailStore) => (await listed(store)).map(({ row }) => row.subject)
const found = { finding, isSuspicious: false, proposals: [] }

describe('the order of mails', () => {
  it('is by date, in whatever order they come and go', async () => {
    const { store, folder, add, close } = await openStore()
    const minutes = [5, 1, 9, 3, 3, 7, 2, 8]
    for (const [number, minute] of minutes.entries()) await add([newMail(number, minute)])
    await add([newMail(20, 6)], [idOf(2), idOf(4)])

    const expected = [7, 5, 20, 0, 3, 6, 1].map((number) => `Letter ${number}`)
    expect(await subjects(store)).toEqual(expected)
    await close()
    expect(await subjects((await openStore(folder)).store)).toEqual(expected)
  })

  it('is the same over many pages, mails of one minute included', async () => {
    const { store, add } = await openStore()
    await add(Array.from({ length: 350 }, (_, n) => newMail(n, n % 2)))

    const ids = (await listed(store)).map(({ row }) => row.id)

    expect(ids).toEqual(await store.mails.ids())
    expect(new Set(ids).size).toBe(350)
    expect(await listed(store, 120)).toHaveLength(120)
  })
})

it('puts the mails of one conversation into one thread, whenever they were stored', async () => {
  const { store, folder, add, close } = await openStore()
  const answers = (number: number, to: number): NewMail => {
    const { row, message } = newMail(number)
    const ids = { messageId: row.messageId, references: [`<${to}@northwind.example>`] }
    return { row: { ...row, ...ids }, message: { ...message, ...ids } }
  }
  const threadOf = async (from: MailStore, number: number) =>
    (await from.mails.get(idOf(number)))?.row.threadKey
  await add([answers(1, 99), answers(2, 1)])
  await add([answers(3, 2)])
  await close()
  const again = await openStore(folder)
  await again.add([answers(4, 3), newMail(5)])

  const [first, ...others] = await Promise.all([1, 2, 3, 4].map((n) => threadOf(again.store, n)))
  expect(others).toEqual([first, first, first])
  expect(await threadOf(again.store, 5)).not.toBe(first)
  expect(store.cursor).toEqual(cursor)
})

describe('a restart', () => {
  it.each(['kept', 'lost'])('finds everything that was promised, the index %s', async (index) => {
    const { store, folder, add, close } = await openStore()
    await add([newMail(1), newMail(2)])
    await store.save({ id: idOf(2), kind: 'failure', sentence: 'No.' })
    await store.save({ id: idOf(1), kind: 'correction', priority: 'high' })
    await store.save({ id: idOf(1), kind: 'correction', category: 'event' })
    await store.saveFinding(idOf(1), { ...found, isSuspicious: true })
    await store.beginSync()
    await store.endSync('2026-10-01T00:00:00.000Z')
    const before = await listed(store)
    await close()
    if (index === 'lost') await rm(join(folder, 'index.db'))

    const { store: again } = await openStore(folder)

    expect(again.cursor).toEqual(cursor)
    expect([again.lastSync, again.isSyncing]).toEqual(['2026-10-01T00:00:00.000Z', false])
    expect(await again.mails.get(idOf(1))).toMatchObject({
      finding,
      isSuspicious: true,
      isPlaced: true,
      correction: { priority: 'high', category: 'event' },
    })
    expect(await again.mails.get(idOf(2))).toMatchObject({ finding: null, failure: 'No.' })
    expect(await again.mails.waiting(0, { isFailedToo: true })).toMatchObject([{ id: idOf(2) }])
    expect(await again.mails.waiting(0, { isFailedToo: false })).toEqual([])
    expect(await listed(again)).toEqual(before)
    expect((await again.textOf(idOf(2)))?.text).toBe('Hello')
  })

  it('finds why a mail is of its category, where that was told', async () => {
    const { store, folder, add, close } = await openStore()
    await add([newMail(1), newMail(2)])
    const explanation: Explanation = {
      sureness: 'likely',
      facts: ['hiring-system'],
      words: ['Gespräch'],
      categories: ['job_interview', 'networking', 'event'],
    }
    const findings = [{ ...finding, explanation }, finding]
    for (const [at, each] of findings.entries())
      await store.saveFinding(idOf(at + 1), { ...found, finding: each })
    await close()

    const { store: again } = await openStore(folder)

    expect((await again.mails.get(idOf(1)))?.finding).toEqual(findings[0])
    expect((await again.mails.get(idOf(2)))?.finding).toEqual(findings[1])
  })

  it('gives back the room of what no longer counts, and forgets nothing by that', async () => {
    const { store, folder, add, close } = await openStore()
    await add([newMail(1), newMail(2)])
    await store.saveFinding(idOf(2), found)
    const save = (n: number) => store.save({ id: idOf(1), kind: 'failure', sentence: `${n}` })
    await Promise.all(Array.from({ length: 1200 }, (_, n) => save(n)))
    const before = await onDisk(folder, 'mail')
    const mails = await listed(store)

    // what is stored meanwhile is not left out
    await Promise.all([
      store.tidy(),
      store.save({ id: idOf(2), kind: 'correction', priority: 'low' }),
    ])
    const after = await onDisk(folder, 'mail')
    await store.tidy()

    expect(after.length).toBeLessThan(before.length / 10)
    expect(await onDisk(folder, 'mail')).toBe(after)
    await close()
    await rm(join(folder, 'index.db'))
    const { store: again } = await openStore(folder)
    expect((await again.mails.get(idOf(2)))?.correction).toEqual({ priority: 'low' })
    expect((await listed(again))[1]).toEqual(mails[1])
    expect([again.cursor, await again.mails.get(idOf(1))]).toEqual([cursor, mails[1]])
  })
})

it('stores nothing any more once it is closed', async () => {
  const { store, folder, add, close } = await openStore()
  await add([newMail(1)])
  const before = await onDisk(folder, 'mail')
  await store.close()

  await expect(store.remove([idOf(1)])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await onDisk(folder, 'mail')).toBe(before)
  await close()
})

it('asks little of the disk for one more mail among many', async () => {
  const { folder, add } = await openStore()
  await add(Array.from({ length: 3000 }, (_, n) => newMail(n)))
  const before = (await onDisk(folder, 'mail')).length

  await add([newMail(5000)])

  expect((await onDisk(folder, 'mail')).length - before).toBeLessThan(1200)
})

describe('what mails say', () => {
  it('is kept until nobody wants it any more', async () => {
    const { store, folder, add } = await openStore()
    await add([newMail(1, 1, 'first text'), newMail(2, 2, 'second text')])
    expect((await store.textOf(idOf(1)))?.text).toBe('first text')

    await store.saveFinding(idOf(1), found)
    expect(await store.textOf(idOf(1))).toBeUndefined()
    expect((await store.textOf(idOf(2)))?.text).toBe('second text')
    await store.saveFinding(idOf(2), found)

    expect(await onDisk(folder, 'mail-texts')).toBe('')
  })

  it('goes of mails that are done with where others are still to be analysed', async () => {
    const { store, folder, add, close } = await openStore()
    await add([1, 2, 3].map((n) => newMail(n, n, `text of ${n}`)))
    await store.saveFinding(idOf(1), found)
    await store.remove([idOf(3)])

    await store.tidy()

    expect(await onDisk(folder, 'mail-texts')).toContain('text of 2')
    expect(await onDisk(folder, 'mail-texts')).not.toMatch(/text of [13]/)
    await close()
    expect((await (await openStore(folder)).store.textOf(idOf(2)))?.text).toBe('text of 2')
  })

  it('is removed after the start where no mail of it was stored', async () => {
    const { store, folder, close } = await openStore()
    await store.add({ fresh: [newMail(1)], moved: [], gone: [], cursor })
    await close()
    for await (const file of glob(join(folder, 'records', 'mail', '*.jsonl'))) await rm(file)

    const records = new RecordStore({ folder, report: () => {} })
    onTestFinished(() => records.close())
    const opened = await openMailRecords(records)
    await openMailStore({ records: opened, head, report: () => {} })

    expect(await onDisk(folder, 'mail-texts')).toBe('')
  })

  it('is spread over several logs where it is long, so that none has to be read as one', async () => {
    const { store, folder, add } = await openStore()
    const long = 'x'.repeat(1024 * 1024)

    await add(Array.from({ length: 9 }, (_, n) => newMail(n, n, long)))

    expect(await readdir(join(folder, 'records', 'mail-texts'))).toHaveLength(3)
    expect((await store.textOf(idOf(8)))?.text).toHaveLength(long.length)
  })
})

it.each([
  ['missing', 'kept', 0, 'is missing', (path: string) => rm(path)],
  [
    'cut short',
    'kept',
    1,
    'has lost its end',
    async (path: string) => truncate(path, (await stat(path)).size - 700),
  ],
  ['damaged', 'lost', 1, 'held a damaged line', damage],
])(
  'begins anew with a mailbox whose log is %s, the index %s',
  async (_, index, left, said, harm) => {
    const { folder, add, close } = await openStore()
    await add([newMail(1)])
    await add([newMail(2)])
    await close()
    for await (const file of glob(join(folder, 'records', 'mail', '*.jsonl'))) await harm(file)
    if (index === 'lost') await rm(join(folder, 'index.db'))

    const reports: string[] = []
    for (let start = 0; start < 2; start++) {
      const records = new RecordStore({ folder, report: (line) => reports.push(line) })
      const opened = await openMailRecords(records)
      const store = await openMailStore({ records: opened, head, report: () => {} })
      expect([store.cursor, await store.mails.count()]).toEqual([null, left])
      await store.close()
      await records.close()
    }
    expect(reports.join('\n')).toContain(said)
  },
)

async function damage(path: string) {
  await writeFile(path, (await readFile(path, 'utf8')).replace('Letter 2', 'Letter 3'))
}
