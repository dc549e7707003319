import { aMailEvent, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import type { EventTime, MailEvent } from '@shortlist/contracts/calendar'
import { expect, it } from 'vitest'
import { nextEvents } from './next-events.ts'

const now = new Date(2026, 10, 21, 12)

function at(id: string, start: Date, hours = 1, parts: Partial<MailEvent> = {}): MailEvent {
  const end = new Date(start.getTime() + hours * 60 * 60 * 1000)
  const time: EventTime = {
    kind: 'instant',
    start: start.toISOString(),
    end: end.toISOString(),
    timeZone: 'UTC',
  }
  return aMailEvent({ id, startTime: time.start, endTime: time.end, time, ...parts })
}

function email(id: string, ...events: MailEvent[]) {
  return anAnalyzedEmail({ id, events })
}

function keysOf(...events: MailEvent[]): string[] {
  return nextEvents([email('mail', ...events)], now).map(({ key }) => key)
}

it('shows the coming fourteen days, today included, earliest first', () => {
  expect(
    keysOf(
      at('late', new Date(2026, 11, 4, 23)),
      at('soon', new Date(2026, 10, 22)),
      at('too late', new Date(2026, 11, 5)),
      at('over', new Date(2026, 10, 21, 9)),
      at('running', new Date(2026, 10, 21, 11, 30)),
    ),
  ).toEqual(['running', 'soon', 'late'])
})

it('shows only what is in the calendar', () => {
  const states = ['waiting', 'superseded', 'cancelled', 'undone', 'failed'] as const

  expect(keysOf(...states.map((state) => at(state, new Date(2026, 10, 22), 1, { state })))).toEqual(
    [],
  )
})

it('shows an appointment once that several mails speak of', () => {
  const event = at('one', new Date(2026, 10, 22))

  expect(nextEvents([email('b', event), email('a', event)], now)).toMatchObject([
    { key: 'one', emailId: 'b' },
  ])
})

it('finds what takes place at the same time', () => {
  const events = nextEvents(
    [
      email(
        'mail',
        at('a', new Date(2026, 10, 24, 10), 2),
        at('b', new Date(2026, 10, 24, 11), 1),
        at('c', new Date(2026, 10, 24, 12), 1),
      ),
    ],
    now,
  )

  expect(events.map(({ isClash }) => isClash)).toEqual([true, true, false])
})

it('takes whole days for days of the user, and for no clash', () => {
  const day = at('day', new Date(2026, 10, 24), 24, {
    time: { kind: 'day', start: '2026-11-24', end: '2026-11-25' },
  })
  const [whole, call] = nextEvents(
    [email('mail', day, at('call', new Date(2026, 10, 24, 10)))],
    now,
  )

  expect(whole).toMatchObject({ start: new Date(2026, 10, 24), isAllDay: true, isClash: false })
  expect(call?.isClash).toBe(false)
})

it('leaves out what nobody can place', () => {
  expect(
    keysOf(
      at('unclear', now, 1, { time: { kind: 'unclear', text: 'soon', reason: '' } }),
      at('nonsense', now, 1, {
        time: { kind: 'instant', start: 'x', end: 'y', timeZone: '' },
      }),
    ),
  ).toEqual([])
})

it('keeps an event without an end that is still to come', () => {
  const start = new Date(2026, 10, 22).toISOString()
  const time: EventTime = { kind: 'instant', start, end: '', timeZone: 'UTC' }

  expect(keysOf(at('open', new Date(start), 1, { time }))).toEqual(['open'])
})
