import type { Interview, Today } from '@shortlist/contracts/today'
import { expect, it } from 'vitest'
import { dueAt, nextDue } from './due.ts'

const start = new Date(2026, 10, 20, 10, 0)
const minutesBefore = (minutes: number) => new Date(start.getTime() - minutes * 60_000)
const never = new Date(0)

function aDay(parts: Partial<Today>): Today {
  return {
    asOf: start.toISOString(),
    mailbox: { error: null },
    interviews: [],
    needs: { rows: [], total: 0 },
    deadlines: [],
    since: { from: null, mails: 0, total: 0, changes: [] },
    next: null,
    ...parts,
  }
}

const time = {
  kind: 'instant',
  start: start.toISOString(),
  end: start.toISOString(),
  timeZone: 'UTC',
} as const
const place = { summary: 'Interview', time, emailId: 'mail-1', eventId: 'event-1' }
const interview = { ...place, from: '', location: '', link: '', reason: null, meets: [] }
const withInterview = aDay({ interviews: [interview] })

it.each([
  [16, []],
  [15, ['An interview begins in 15 minutes']],
  [0.5, ['An interview begins in 1 minute']],
  [0, []],
])('tells of an interview %s minutes before it', (minutes, titles) => {
  const due = dueAt(withInterview, minutesBefore(minutes), never)
  expect(due.map(({ title }) => title)).toEqual(titles)
})

it('tells of an interview anew that was moved, and of none that has a day alone', () => {
  const later = { ...time, start: new Date(start.getTime() + 60_000).toISOString() }
  const idOf = (each: Interview['time']) => {
    const [due] = dueAt(
      aDay({ interviews: [{ ...interview, time: each }] }),
      minutesBefore(5),
      never,
    )
    return due?.id
  }
  expect(idOf(time)).toBeDefined()
  expect(idOf(later)).not.toBe(idOf(time))

  const day = { kind: 'day', start: '2026-11-20', end: '2026-11-21' } as const
  expect(dueAt(aDay({ interviews: [{ ...interview, time: day }] }), start, never)).toEqual([])
})

it.each([
  ['before the morning', new Date(2026, 10, 19, 7, 59), 0],
  ['in the morning', new Date(2026, 10, 19, 8, 0), 1],
  ['late in the evening', new Date(2026, 10, 19, 23, 59), 1],
  ['on its own day', new Date(2026, 10, 20, 0, 0), 0],
])('tells of a deadline on the day before: %s', (_, now, count) => {
  const due = new Date(2026, 10, 20, 17, 0).toISOString()
  const deadlines = [{ emailId: 'mail-1', subject: 'Take-home', from: 'Quarrel Labs', due }]
  const found = dueAt(aDay({ deadlines }), now, never)
  expect(found).toHaveLength(count)
  if (count > 0) expect(found[0]).toMatchObject({ details: 'Take-home, Quarrel Labs' })
})

it('tells of what was entered since, and of nothing that was moved or was there', () => {
  const at = (minutes: number) => minutesBefore(minutes).toISOString()
  const change = { ...place, was: null, sentence: '' }
  const changes = [
    { ...change, eventId: 'new', act: 'entered' as const, at: at(1) },
    { ...change, eventId: 'moved', act: 'moved' as const, at: at(1) },
    { ...change, eventId: 'old', act: 'entered' as const, at: at(9) },
  ]
  const today = aDay({ since: { from: null, mails: 0, total: 3, changes } })
  expect(dueAt(today, start, minutesBefore(5)).map(({ id }) => id)).toEqual(['appointment new'])
})

it('names the next moment at which there may be something', () => {
  const due = new Date(2026, 10, 20, 17, 0).toISOString()
  const deadlines = [{ emailId: 'mail-1', subject: '', from: '', due }]
  const both = aDay({ interviews: [interview], deadlines })
  expect(nextDue(both, new Date(2026, 10, 18))).toBe(new Date(2026, 10, 19, 8).getTime())
  expect(nextDue(both, new Date(2026, 10, 19, 9))).toBe(minutesBefore(15).getTime())
  expect(nextDue(both, start)).toBeUndefined()
})
