import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { describe, expect, it } from 'vitest'
import { halfHour, inText, invitation, mail, NOW } from '../testing/proposals.ts'
import { claimsOf } from './claim.ts'
import {
  budget,
  type Candidate,
  type Circumstances,
  reasonToWait,
  refusalsAmong,
  TAKEN,
} from './decide-events.ts'

const about: Circumstances = {
  now: NOW,
  userZone: 'Europe/Berlin',
  contest: 'none',
  hasMoved: false,
}

function reason(changes: Partial<EventProposal>, where = about, from = mail()): string | null {
  const [claim] = claimsOf(from, [invitation(changes)])
  if (!claim) throw new Error('no claim')
  return reasonToWait(claim, where)
}

function instant(start: string, end: string): EventTime {
  return { kind: 'instant', start, end, timeZone: 'Europe/Berlin' }
}

function days(start: string, end: string): EventTime {
  return { kind: 'day', start, end }
}

describe('what is created by itself', () => {
  it.each<[string, EventTime]>([
    ['an interview next week', halfHour('2026-11-24T09:00Z')],
    ['what begins in a second', halfHour('2026-11-20T12:00:01Z')],
    ['five minutes', instant('2026-11-24T09:00:00.000Z', '2026-11-24T09:05:00.000Z')],
    ['a whole day and night', instant('2026-11-24T09:00:00.000Z', '2026-11-25T09:00:00.000Z')],
    ['today as a day', days('2026-11-20', '2026-11-21')],
    ['two weeks', days('2026-11-23', '2026-12-07')],
    ['almost 18 months away', halfHour('2028-05-20T11:00Z')],
  ])('%s', (_, time) => {
    expect(reason({ time })).toBeNull()
  })
})

describe('what waits, and why', () => {
  const unclear: EventTime = {
    kind: 'unclear',
    text: '3pm',
    reason: 'It is not clear in which time zone.',
  }

  it.each<[string, Partial<EventProposal>, string]>([
    ['a time in words', { time: unclear }, 'It is not clear in which time zone.'],
    ['words nobody found', { isProven: false }, "The mail's words could not be checked."],
    ['what has begun', { time: halfHour('2026-11-20T11:59Z') }, 'This is in the past.'],
    ['yesterday', { time: days('2026-11-19', '2026-11-20') }, 'This is in the past.'],
    [
      'what is far away',
      { time: halfHour('2028-05-21T09:00Z') },
      'It is more than 18 months away.',
    ],
    [
      'a year that nobody meant',
      { time: halfHour('9999-01-01T09:00Z') },
      'It is more than 18 months away.',
    ],
    [
      'a moment',
      { time: instant('2026-11-24T09:00:00.000Z', '2026-11-24T09:00:00.000Z') },
      'It is not clear how long it takes.',
    ],
    [
      'more than a day',
      { time: instant('2026-11-24T09:00:00.000Z', '2026-11-25T09:00:01.000Z') },
      'It is longer than a day.',
    ],
    [
      'an end before the start',
      { time: instant('2026-11-24T09:00:00.000Z', '2026-11-24T08:00:00.000Z') },
      'It ends before it begins.',
    ],
    ['fifteen days', { time: days('2026-11-23', '2026-12-08') }, 'It is longer than two weeks.'],
    ['no day at all', { time: days('2026-11-23', '2026-11-23') }, 'It ends before it begins.'],
    ['a question', inText({ act: 'asks' }), 'They ask whether this suits you.'],
    ['an offer', inText({ act: 'offers' }), 'They offer it; nothing is fixed.'],
    ['a mention', inText({ act: 'mentions' }), 'The mail only mentions it.'],
    [
      'a move of what is not known',
      inText({ act: 'moves' }),
      'They write that something moves; it is not clear what.',
    ],
  ])('%s', (_, changes, sentence) => {
    expect(reason(changes)).toBe(sentence)
  })

  it('what is no date', () => {
    expect(reason({ time: days('soon', 'later') })).toBe('This is not a time that can be read.')
  })

  it('whatever comes with a mail that is in doubt, or from a sender who is', () => {
    const doubt = 'This email looks like a scam.'

    expect(reason({}, about, mail({ doubt }))).toBe(doubt)
    expect(reason({}, about, mail({ isSenderDoubted: true }))).toBe(
      'It could not be confirmed who has sent this mail.',
    )
  })

  it('an invitation whose UID others have sent, too', () => {
    expect(reason({}, { ...about, contest: 'other' })).toBe(
      'A confirmed sender has sent this invitation; this one comes from somebody else.',
    )
    expect(reason({}, { ...about, contest: 'open' })).toBe(
      'Several senders have sent this invitation, and nobody can tell whose it is.',
    )
  })
})

describe('what does not fit beside the rest', () => {
  const HOUR_MS = 3_600_000
  const candidate = (at: number, changes: Partial<Candidate> = {}): Candidate => ({
    id: `id-${at}`,
    from: at * HOUR_MS,
    to: (at + 1) * HOUR_MS,
    unit: `id-${at}`,
    emailId: `mail-${at}`,
    unprovenSender: null,
    promisedAt: NOW.toISOString(),
    isGiven: false,
    ...changes,
  })
  const many = (count: number, changes: Partial<Candidate> = {}) =>
    Array.from({ length: count }, (_, at) => candidate(at + 1, changes))
  const left = (candidates: readonly Candidate[]) =>
    [...refusalsAmong(candidates)].flatMap(([id, { isLeftOver }]) => (isLeftOver ? id : []))

  it.each<[string, Partial<Candidate>, number]>([
    ['of one mail', { emailId: 'one' }, budget.mail],
    ['of one unproven sender', { unprovenSender: 'a@b.example' }, budget.unprovenSender],
    ['in all', {}, budget.all],
  ])('is what lies furthest ahead, %s', (_, changes, most) => {
    const all = many(most + 2, changes)

    expect(left(all.toReversed())).toEqual([`id-${most + 1}`, `id-${most + 2}`])
    expect(left(all.slice(2))).toEqual([])
  })

  it('is of unproven senders before it is of proven ones', () => {
    const flood = Array.from({ length: budget.all }, (_, at) =>
      candidate(at + 1, { unprovenSender: `${at}@b.example` }),
    )

    expect(left([...flood, candidate(500)])).toEqual([`id-${budget.all}`])
  })

  it('never is one of a series that fits, nor what the user has added', () => {
    const series = many(60, { unit: 'series', emailId: 'one' })
    const added = Array.from({ length: 50 }, (_, at) => candidate(100 + at, { isGiven: true }))

    expect(left([...series, ...added])).toEqual([])
  })

  it('is the younger promise, unless the user has added it', () => {
    const [old, young] = [candidate(1), candidate(1, { id: 'young', promisedAt: '2026-11-21' })]

    expect([...refusalsAmong([young, old])]).toEqual([
      ['young', { isLeftOver: false, reason: TAKEN }],
    ])
    expect([...refusalsAmong([{ ...young, isGiven: true }, old]).keys()]).toEqual(['id-1'])
  })
})

it('begins days where the user is', () => {
  const lateEvening = { ...about, now: new Date('2026-11-20T23:30:00.000Z') }
  const time = days('2026-11-20', '2026-11-21')

  expect(reason({ time }, lateEvening)).toBe('This is in the past.')
  const inYork = { ...lateEvening, userZone: 'America/New_York' }
  expect(reason({ time }, inYork)).toBeNull()
})
