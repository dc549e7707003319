import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { finding } from '../../test/scripted-analysis.ts'
import { openMailRecords } from '../mail/store/mail-projection.ts'
import type { StoredMail } from '../mail/store/mail-records.ts'
import { openMailStore } from '../mail/store/mail-store.ts'
import { RecordStore } from '../platform/projection/record-store.ts'
import { durableJsonFile } from '../platform/storage/durable-json-file.ts'
import { takeOverMail } from './mail.ts'

const ada = { userId: 'ada', identity: 'imap://ada', isSample: false }
const bob = { userId: 'bob', identity: 'sample', isSample: true }
const rooms = ['0b9e3c9e-6f0e-4f6b-9d6c-0a8f5ce2b001', '0b9e3c9e-6f0e-4f6b-9d6c-0a8f5ce2b002']
const cursor = { uidValidity: '1', uidNext: 9, modseq: null, missing: '' }
const address = { name: 'Dana', address: 'dana@northwind.example' }

const oldMail = (number: number, texts = 1) => ({
  id: `mail${number}`,
  uid: number,
  epoch: 0,
  date: new Date(number * 60_000).toISOString(),
  dateOffset: null,
  storedAt: new Date(0).toISOString(),
  subject: `Letter ${number}`,
  from: address,
  replyTo: null,
  to: [],
  messageId: `<${number}@northwind.example>`,
  references: [],
  threadKey: 'a thread',
  preview: 'Hello',
  warnings: [],
  texts,
})

const oldText = (number: number) => ({
  id: `mail${number}`,
  message: {
    ...{ messageId: `<${number}@northwind.example>`, references: [], subject: 'Letter' },
    ...{ from: address, replyTo: null, to: [], date: null, dateOffset: null },
    ...{ text: `text of ${number}`, invitations: [], jsonLd: [], hiddenCharacters: 0 },
    ...{ isBulk: false, authentication: 'unknown', problem: null },
  },
})

/** A file of JSON lines as version 0.2.0 has written it. */
async function write(path: string, rows: readonly unknown[]) {
  await writeFile(path, [{ v: 1 }, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** What version 0.2.0 has left of two mailboxes. */
async function oldFolder() {
  const folder = await freshFolder()
  const document = (path: string, data: unknown) =>
    durableJsonFile(join(folder, path), { version: 1, report: () => {} }).write(data)
  for (const room of rooms) await mkdir(join(folder, 'mail', room, 'texts'), { recursive: true })
  const heads = [ada, bob].map((head, at) => ({ ...head, fileId: rooms[at] }))
  await document(
    'mail/mailboxes.json',
    heads.map((row) => [row.fileId, row]),
  )
  const [mine = '', sample = ''] = rooms
  const state = { cursor, epoch: 0, lastSync: '2026-10-01T00:00:00.000Z', isSyncing: false }
  await document(`mail/${mine}/state.json`, state)
  const file = (room: string, name: string) => join(folder, 'mail', room, name)
  const gone = { id: 'mail4', gone: true }
  const mails = [oldMail(1), oldMail(2), oldMail(3, 2), oldMail(4), gone]
  await write(file(mine, 'mails.jsonl'), mails)
  const found = { kind: 'finding', finding, isSuspicious: false, proposals: [], isPlaced: true }
  await write(file(mine, 'analysis.jsonl'), [
    { id: 'mail1', kind: 'failure', sentence: 'No.' },
    { id: 'mail1', ...found },
    { id: 'mail2', kind: 'correction', priority: 'high' },
    { id: 'mail3', ...found, missedAt: '2026-10-01T00:00:00.000Z' },
    { id: 'mail4', ...found },
  ])
  await write(file(mine, 'texts/1.jsonl'), [oldText(1), oldText(2), oldText(4)])
  await write(file(mine, 'texts/2.jsonl'), [oldText(3)])
  await write(file(sample, 'mails.jsonl'), [oldMail(7)])
  return { folder, file }
}

/** What is stored of a mailbox after a start. */
async function start(folder: string, head = ada) {
  const reports: string[] = []
  const report = (line: string) => void reports.push(line)
  const store = new RecordStore({ folder, report })
  onTestFinished(() => store.close().catch(() => {}))
  const records = await openMailRecords(store)
  await takeOverMail({ folder, records, report })
  const mailbox = await openMailStore({ records, head, report })
  const mails: StoredMail[] = []
  for await (const page of mailbox.mails.newestFirst()) mails.push(...page)
  const texts = await Promise.all(
    mails.map(async ({ row }) => (await mailbox.textOf(row.id))?.text ?? null),
  )
  const { cursor: read, lastSync } = mailbox
  await mailbox.close()
  await store.close()
  return { mails, texts, cursor: read, lastSync, reports }
}

/** Everything below a folder, as one text. */
async function allIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'))
  return (await Promise.all(texts)).join('')
}

it('takes over mails, what became of them, and the texts that are still wanted', async () => {
  const { folder } = await oldFolder()

  const { mails, texts, ...others } = await start(folder)

  expect(mails).toMatchObject([
    { row: { subject: 'Letter 3', threadKey: 'a thread' }, finding, missedAt: expect.any(String) },
    { row: { subject: 'Letter 2' }, finding: null, correction: { priority: 'high' } },
    { row: { subject: 'Letter 1' }, finding, isPlaced: true, failure: null, missedAt: null },
  ])
  expect(texts).toEqual(['text of 3', 'text of 2', null])
  expect(others).toEqual({ cursor, lastSync: '2026-10-01T00:00:00.000Z', reports: [] })
  expect((await start(folder, bob)).mails).toMatchObject([{ row: { subject: 'Letter 7' } }])
})

it('leaves nothing of what lay there, and no second copy', async () => {
  const { folder } = await oldFolder()
  await start(folder)

  expect(await readdir(join(folder, 'mail'))).toEqual([])
  expect((await allIn(folder)).match(/text of \d/g)?.sort()).toEqual(['text of 2', 'text of 3'])
})

it('doubles and loses nothing where it is cut off, and goes on', async () => {
  const { folder } = await oldFolder()
  const kept = await freshFolder()
  await cp(join(folder, 'mail'), join(kept, 'mail'), { recursive: true })
  const whole = await start(folder)

  // before the old files were removed
  await cp(join(kept, 'mail'), join(folder, 'mail'), { recursive: true })
  expect(await start(folder)).toEqual(whole)

  // in the middle of the write, of which no index has heard
  await cp(join(kept, 'mail'), join(folder, 'mail'), { recursive: true })
  const logs = join(folder, 'records', 'mail')
  for (const name of await readdir(logs)) await truncate(join(logs, name), 1000)
  await rm(join(folder, 'index.db'))
  expect({ ...(await start(folder)), reports: [] }).toEqual(whole)
  expect((await allIn(folder)).match(/text of \d/g)?.sort()).toEqual(['text of 2', 'text of 3'])
})

it('keeps damaged lines aside, says so, and has the mailbox compared anew', async () => {
  const { folder, file } = await oldFolder()
  const path = file(rooms[0] ?? '', 'mails.jsonl')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"uid":2', '"uid":?'))

  const { mails, cursor: read, reports } = await start(folder)

  expect(mails.map(({ row }) => row.subject)).toEqual(['Letter 3', 'Letter 1'])
  expect(read).toBeNull()
  expect(reports).toEqual(['mails.jsonl held damaged lines (1), kept in corrupt/ from now on.'])
  expect(await readdir(join(folder, 'records', 'mail', 'corrupt'))).toHaveLength(1)
})
