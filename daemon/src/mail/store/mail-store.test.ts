import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Explanation } from '@shortlist/contracts/mail'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../test/fresh-folder.ts'
import { finding } from '../../../test/scripted-analysis.ts'
import { diskFileSystem } from '../../platform/storage/file-system.ts'
import { unreadable } from '../message/unreadable.ts'
import type { MailboxCursor } from '../ports.ts'
import { type MailStore, type NewMail, openMailStore } from './mail-store.ts'

const cursor: MailboxCursor = { uidValidity: '1', uidNext: 9, modseq: null, missing: '' }

function newMail(number: number, minute = number): NewMail {
  const id = String(number).padStart(8, '0')
  const person = { name: 'Dana', address: 'dana@northwind.example' }
  const row: NewMail['row'] = {
    id,
    uid: number,
    epoch: 0,
    date: new Date(minute * 60_000).toISOString(),
    dateOffset: null,
    storedAt: new Date(0).toISOString(),
    subject: `Letter ${number}`,
    from: person,
    replyTo: null,
    to: [],
    messageId: `<${number}@northwind.example>`,
    references: [],
    threadKey: id,
    preview: 'Hello',
    warnings: [],
  }
  return { row, message: { ...unreadable(''), text: 'Hello', problem: null } }
}

async function openStore(root?: string) {
  const folder = root ?? (await freshFolder())
  const report = (line: string) => expect.unreachable(line)
  const store = await openMailStore({ folder, fs: diskFileSystem, report })
  onTestFinished(() => store.close())
  return { folder, store }
}

const subjects = (store: MailStore) =>
  Array.from(store.mails.newestFirst(), ({ row }) => row.subject)

describe('the order of mails', () => {
  it('is by date, in whatever order they come and go', async () => {
    const { store, folder } = await openStore()
    const minutes = [5, 1, 9, 3, 3, 7, 2, 8]
    for (const [number, minute] of minutes.entries()) {
      await store.add([newMail(number, minute)], [], cursor)
      subjects(store)
    }
    await store.remove(['00000002', '00000004'])
    await store.add([newMail(20, 6)], [], cursor)

    const expected = [7, 5, 20, 0, 3, 6, 1].map((number) => `Letter ${number}`)
    expect(subjects(store)).toEqual(expected)
    await store.close()
    expect(subjects((await openStore(folder)).store)).toEqual(expected)
  })
})

describe('a restart', () => {
  it('finds everything that was promised', async () => {
    const { store, folder } = await openStore()
    await store.add([newMail(1), newMail(2)], [], cursor)
    const mail = store.mails.get('00000001')
    if (!mail) throw new Error('it was just stored')
    await store.save({ id: '00000002', kind: 'failure', sentence: 'No.' })
    await store.save({ id: '00000001', kind: 'correction', priority: 'high' })
    await store.save({ id: '00000001', kind: 'correction', category: 'event' })
    await store.saveFinding(mail, { finding, isSuspicious: true, proposals: [], missedAt: null })
    await store.beginSync()
    await store.endSync('2026-10-01T00:00:00.000Z')
    await store.close()

    const { store: again } = await openStore(folder)

    expect(again.cursor).toEqual(cursor)
    expect([again.lastSync, again.isSyncing]).toEqual(['2026-10-01T00:00:00.000Z', false])
    expect(again.mails.get('00000001')).toMatchObject({
      finding,
      isSuspicious: true,
      isPlaced: true,
      correction: { priority: 'high', category: 'event' },
    })
    expect(again.mails.get('00000002')).toMatchObject({ finding: null, failure: 'No.' })
    expect([...again.mails.waiting]).toEqual(['00000002'])
  })

  it('finds why a mail is of its category, where that was told', async () => {
    const { store, folder } = await openStore()
    await store.add([newMail(1), newMail(2)], [], cursor)
    const explanation: Explanation = {
      sureness: 'likely',
      facts: ['hiring-system'],
      words: ['Gespräch'],
      categories: ['job_interview', 'networking', 'event'],
    }
    const findings = [{ ...finding, explanation }, finding]
    for (const [at, found] of findings.entries()) {
      const mail = store.mails.get(`0000000${at + 1}`)
      if (!mail) throw new Error('it was just stored')
      const kept = { isSuspicious: false, proposals: [], missedAt: null }
      await store.saveFinding(mail, { finding: found, ...kept })
    }
    await store.close()

    const { store: again } = await openStore(folder)

    expect(again.mails.get('00000001')?.finding).toEqual(findings[0])
    expect(again.mails.get('00000002')?.finding).toEqual(findings[1])
  })

  it('gives back the room of what no longer counts, and forgets nothing by that', async () => {
    const { store, folder } = await openStore()
    await store.add([newMail(1)], [], cursor)
    for (let n = 0; n < 1200; n++) {
      await store.save({ id: '00000001', kind: 'failure', sentence: `${n}` })
    }
    const path = join(folder, 'analysis.jsonl')
    const before = (await stat(path)).size

    await store.tidy()

    expect((await stat(path)).size).toBeLessThan(before / 100)
    await store.close()
    const { store: again } = await openStore(folder)
    expect(again.mails.get('00000001')?.failure).toBe('1199')
  })
})

it('asks little of the disk for one more mail among many', async () => {
  const { store, folder } = await openStore()
  await store.add(
    Array.from({ length: 3000 }, (_, n) => newMail(n)),
    [],
    cursor,
  )
  const path = join(folder, 'mails.jsonl')
  const before = (await stat(path)).size

  await store.add([newMail(5000)], [], cursor)

  expect((await stat(path)).size - before).toBeLessThan(1000)
})
