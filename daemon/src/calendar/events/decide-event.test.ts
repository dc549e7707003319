import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { describe, expect, it } from 'vitest'
import { halfHour, invitation, NOW } from '../testing/proposals.ts'
import { budget, type Circumstances, reasonToWait } from './decide-event.ts'

const about: Circumstances = {
  now: NOW,
  userZone: 'Europe/Berlin',
  doubt: null,
  isForeign: false,
  spent: { mail: 0, sync: 0, day: 0 },
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
    expect(reasonToWait(invitation({ time }), about)).toBeNull()
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
    ['what is no date', { time: days('soon', 'later') }, 'It ends before it begins.'],
  ])('%s', (_, changes, reason) => {
    expect(reasonToWait(invitation(changes), about)).toBe(reason)
  })

  it('whatever comes with a mail that is in doubt', () => {
    const doubt = 'This email looks like a scam.'

    expect(reasonToWait(invitation(), { ...about, doubt })).toBe(doubt)
  })

  it('an invitation that somebody else has sent before', () => {
    expect(reasonToWait(invitation(), { ...about, isForeign: true })).toBe(
      'Somebody else has sent this invitation before.',
    )
  })

  it.each(['mail', 'sync', 'day'] as const)('what is beyond the budget of one %s', (of) => {
    const spent = (count: number) => ({ ...about, spent: { ...about.spent, [of]: count } })

    expect(reasonToWait(invitation(), spent(budget[of] - 1))).toBeNull()
    expect(reasonToWait(invitation(), spent(budget[of]))).toContain(
      `more than ${budget[of]}`.slice(5),
    )
  })
})

it('begins days where the user is', () => {
  const lateEvening = { ...about, now: new Date('2026-11-20T23:30:00.000Z') }
  const time = days('2026-11-20', '2026-11-21')

  expect(reasonToWait(invitation({ time }), lateEvening)).toBe('This is in the past.')
  const inYork = { ...lateEvening, userZone: 'America/New_York' }
  expect(reasonToWait(invitation({ time }), inYork)).toBeNull()
})
