import type { EventTime, MailEvent } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'
import { expect, it } from 'vitest'
import type { MailOfToday, TodayParts } from './ports.ts'
import { readToday } from './read-today.ts'

const now = new Date('2026-11-28T09:00:00Z')

function event(id: string, parts: Partial<MailEvent> = {}): MailEvent {
  const time = at('2026-12-02T13:00:00Z', '2026-12-02T14:00:00Z')
  return {
    ...{ id, summary: `Event ${id}`, startTime: '', endTime: '', location: '', link: '', time },
    ...{ state: 'created', reason: null, source: 'rules', evidence: '', hasIcs: true },
    ...parts,
  }
}

function at(start: string, end: string): EventTime {
  return { kind: 'instant', start, end, timeZone: 'Europe/Berlin' }
}

function email(id: string, parts: Partial<Email>): Email {
  const date = '2026-11-20T09:00:00.000Z'
  const from = `Sender ${id} <${id}@example.test>`
  return { id, date, from, category: 'job_interview', ...parts } as Email
}

function today(emails: readonly Email[], mail: Partial<MailOfToday> = {}) {
  const mailOf = async () => ({
    error: null,
    needs: async () => ({ rows: [], total: 0, next: null }),
    deadlines: async () => [],
    countRead: async () => 0,
    ahead: async () => emails,
    ...mail,
  })
  return readToday({ ...parts, mailOf }, 'ada')
}

const parts: TodayParts = {
  now: () => now,
  zoneOf: () => 'Europe/Berlin',
  mailOf: async () => undefined,
  calendarOf: async () => ({ doneSince: async () => [], takeBack: async () => false }),
  visits: {
    endOfLast: () => null,
    kept: () => undefined,
    note: async () => {},
    forget: async () => {},
  },
}

async function idsOf(emails: readonly Email[]) {
  return (await today(emails)).interviews.map(({ eventId }) => eventId)
}

it('says that nothing is connected', async () => {
  expect(await readToday(parts, 'ada')).toEqual({
    asOf: now.toISOString(),
    mailbox: null,
    interviews: [],
    needs: { rows: [], total: 0 },
    deadlines: [],
    since: { from: null, mails: 0, total: 0, changes: [] },
    next: null,
  })
})

it('tells three interviews that are in the calendar and not over, soonest first', async () => {
  const later = at('2026-12-09T09:00:00Z', '2026-12-09T10:00:00Z')
  const running = at('2026-11-28T08:30:00Z', '2026-11-28T09:30:00Z')
  const over = at('2026-11-28T08:00:00Z', '2026-11-28T09:00:00Z')
  const last = at('2027-01-09T09:00:00Z', '2027-01-09T10:00:00Z')
  const emails = [
    email('a', { events: [event('last', { time: last }), event('later', { time: later })] }),
    email('b', { events: [event('over', { time: over }), event('running', { time: running })] }),
    email('c', { events: [event('next'), event('waits', { state: 'waiting' })] }),
  ]
  expect(await idsOf(emails)).toEqual(['running', 'next', 'later'])
})

it('takes an appointment for an interview as soon as one of its mails is about one', async () => {
  const emails = [
    email('invitation', {
      category: 'other',
      date: '2026-11-22T09:00:00Z',
      events: [event('one')],
    }),
    email('mail', { events: [event('one')] }),
    email('course', { category: 'learning', events: [event('two')] }),
    email('said', {
      category: 'other',
      analysis: { hasInterview: true } as never,
      events: [event('three')],
    }),
  ]
  const { interviews } = await today(emails)
  expect(interviews).toEqual([
    expect.objectContaining({ eventId: 'one', emailId: 'mail', from: 'Sender mail' }),
    expect.objectContaining({ eventId: 'three' }),
  ])
})

it('tells what else is at the same time, and not what only touches it or fills the day', async () => {
  const emails = [
    email('a', { events: [event('next')] }),
    email('b', {
      category: 'event',
      events: [
        event('dentist', { time: at('2026-12-02T13:30:00Z', '2026-12-02T15:00:00Z') }),
        event('before', { time: at('2026-12-02T12:00:00Z', '2026-12-02T13:00:00Z') }),
        event('day', { time: { kind: 'day', start: '2026-12-02', end: '2026-12-03' } }),
      ],
    }),
  ]
  const [interview] = (await today(emails)).interviews
  expect(interview?.meets.map(({ summary }) => summary)).toEqual(['Event dentist'])
})

it('ends a whole day with the day of its user', async () => {
  const day = (start: string, end: string) => event(start, { time: { kind: 'day', start, end } })
  const emails = [
    email('a', { events: [day('2026-11-27', '2026-11-28'), day('2026-11-28', '2026-11-29')] }),
  ]
  expect(await idsOf(emails)).toEqual(['2026-11-28'])
  expect((await today(emails)).next).toBe('2026-11-28T23:00:00.000Z')
})

it('names the next moment at which any of it is over or due', async () => {
  const needs = (next: string | null) => async () => ({ rows: [], total: 0, next })
  const emails = [email('a', { events: [event('next')] })]
  const soon = '2026-11-29T00:00:00.000Z'
  expect((await today(emails, { needs: needs(soon) })).next).toBe(soon)
  expect((await today(emails, { needs: needs(null) })).next).toBe('2026-12-02T14:00:00.000Z')
})
