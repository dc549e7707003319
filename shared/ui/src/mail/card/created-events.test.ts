import { aMailEvent, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import { expect, it } from 'vitest'
import { createdEvents } from './created-events.ts'

const bare = {
  summary: 'Call',
  startTime: '2026-11-25T09:00:00Z',
  endTime: '2026-11-25T10:00:00Z',
  location: '',
  link: '',
}

it('names only events that are in the calendar', () => {
  const events = (
    ['created', 'waiting', 'superseded', 'cancelled', 'undone', 'failed'] as const
  ).map((state) => aMailEvent({ id: state, state }))

  expect(createdEvents(anAnalyzedEmail({ events })).map(({ key }) => key)).toEqual(['created'])
})

it('adds those that only the analysis names, once', () => {
  const event = aMailEvent()
  const email = anAnalyzedEmail({ events: [event] }, { calendarEvents: [event, bare] })

  expect(createdEvents(email).map(({ event: { summary } }) => summary)).toEqual([
    event.summary,
    'Call',
  ])
})

it('takes a date without a clock for a whole day', () => {
  const day = { ...bare, startTime: '2026-11-25', endTime: '2026-11-26' }
  const [created] = createdEvents(anAnalyzedEmail({}, { calendarEvents: [day] }))

  expect(created?.time).toEqual({ kind: 'day', start: '2026-11-25', end: '2026-11-26' })
})
