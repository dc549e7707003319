import { expect, it } from 'vitest'
import { layOutDays, placeOf } from './days-figure.tsx'
import type { NextEvent } from './next-events.ts'

const now = new Date(2026, 10, 21, 12)

function event(key: string, start: Date, hours = 1): NextEvent {
  const end = new Date(start.getTime() + hours * 60 * 60 * 1000)
  const time = { kind: 'unclear', text: '', reason: '' } as const
  const card = { summary: key, startTime: '', endTime: '', location: '', link: '' }
  const flags = { isAllDay: false, isClash: false }
  return { key, emailId: key, event: card, time, start, end, ...flags }
}

it('places midnights at even distances', () => {
  expect(placeOf(new Date(2026, 10, 21), now)).toBe(0)
  expect(placeOf(new Date(2026, 10, 28), now)).toBe(142)
  expect(placeOf(new Date(2026, 11, 5), now)).toBe(284)
})

it('keeps what began before today on the rule', () => {
  expect(placeOf(new Date(2026, 10, 20), now)).toBe(0)
})

it('gives a longer event a larger dot, within bounds', () => {
  const start = new Date(2026, 10, 24)
  const [short, long, endless] = layOutDays(
    [event('short', start, 0.5), event('long', start, 2), event('endless', start, 99)],
    now,
  )

  expect(short?.radius).toBeLessThan(long?.radius ?? 0)
  expect(endless?.radius).toBe(8)
})

it('puts labels on lines of their own as long as there is room', () => {
  const events = [22, 23, 24, 25, 30].map((day) => event(`${day}`, new Date(2026, 10, day)))

  expect(layOutDays(events, now).map(({ level }) => level)).toEqual([0, 1, 2, null, 0])
})
