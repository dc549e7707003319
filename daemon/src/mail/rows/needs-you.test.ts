import { expect, it } from 'vitest'
import { finding } from '../../../test/scripted-analysis.ts'
import type { Asks } from '../ports.ts'
import { newlyStored, type StoredMail } from '../store/mail-records.ts'
import { dueOf, FOREVER, needsOf, OPEN } from './needs-you.ts'

const row = { date: '2027-03-01T10:00:00.000Z' } as StoredMail['row']
const asks: Asks = { isReply: true, isChange: false, dues: [] }
const mail: StoredMail = { ...newlyStored(row), finding, asks }

it('needs its reader for thirty days where it asks for an answer', () => {
  expect(needsOf(mail, OPEN)).toEqual([
    { reason: 'reply', since: row.date, until: '2027-03-31T10:00:00.000Z' },
  ])
})

it('speaks of a deadline from seven days before it to three days after it', () => {
  const due = '2027-03-20T23:00:00.000Z'
  expect(needsOf({ ...mail, asks: { ...asks, isReply: false, dues: [due] } }, OPEN)).toEqual([
    { reason: 'deadline', since: '2027-03-13T23:00:00.000Z', until: '2027-03-23T23:00:00.000Z' },
  ])
  // a deadline at the end of a day is of this day, not of the next one
  expect(dueOf({ until: '2027-03-23T23:00:00.000Z' })).toBe('2027-03-20T22:59:59.999Z')
  const soon = { ...asks, isReply: false, dues: ['2027-03-02T10:00:00.000Z'] }
  expect(needsOf({ ...mail, asks: soon }, OPEN)[0]?.since).toBe(row.date)
})

it('needs nobody while it is not analysed, when it looks like a scam or is done', () => {
  expect(needsOf({ ...mail, finding: null }, OPEN)).toEqual([])
  expect(needsOf({ ...mail, isSuspicious: true }, OPEN)).toEqual([])
  expect(needsOf(mail, { mark: 'done', until: null })).toEqual([])
})

it('comes back when its time is past, and not before, whatever else it needs', () => {
  const until = '2027-03-08T08:00:00.000Z'
  expect(needsOf(mail, { mark: 'snoozed', until })).toEqual([
    { reason: 'back', since: until, until: FOREVER },
    { reason: 'reply', since: until, until: '2027-03-31T10:00:00.000Z' },
  ])
})
