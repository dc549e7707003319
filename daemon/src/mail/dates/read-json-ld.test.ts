import { expect, test } from 'vitest'
import { readJsonLd } from './read-json-ld.ts'

const context = { userZone: 'Europe/Zurich', sentAt: '2026-11-18T12:00:00.000Z', dateOffset: -360 }

const event = {
  '@type': 'Event',
  name: 'Web meetup',
  startDate: '2026-11-24T19:00:00+01:00',
  endDate: '2026-11-24T21:00:00+01:00',
}
const reservation = {
  '@context': 'http://schema.org',
  '@type': 'EventReservation',
  reservationNumber: 'E1234',
  reservationStatus: 'http://schema.org/ReservationConfirmed',
  reservationFor: {
    ...event,
    location: {
      '@type': 'Place',
      name: 'Town hall',
      address: {
        streetAddress: '1 High Street',
        addressLocality: 'Bern',
        addressCountry: { name: 'CH' },
      },
    },
  },
}

const read = (...contents: unknown[]) =>
  readJsonLd(
    contents.map((content) => JSON.stringify(content)),
    context,
  )

test('a reservation becomes a proposal with all that it says', () => {
  expect(read(reservation)).toEqual([
    {
      source: 'json-ld',
      method: 'request',
      uid: 'json-ld:E1234',
      sequence: 0,
      recurrenceId: null,
      stamp: null,
      summary: 'Web meetup',
      location: 'Town hall, 1 High Street, Bern, CH',
      time: {
        kind: 'instant',
        start: '2026-11-24T18:00:00.000Z',
        end: '2026-11-24T20:00:00.000Z',
        timeZone: 'Europe/Zurich',
      },
      evidence: 'Reservation: Web meetup, 2026-11-24 19:00',
      isProven: true,
    },
  ])
})

test('reads one object, an array and a graph', () => {
  expect(read(event)).toHaveLength(1)
  expect(read([event, { ...event, startDate: '2026-11-25' }])).toHaveLength(2)
  expect(read({ '@context': 'https://schema.org', '@graph': [event] })).toHaveLength(1)
  expect(read({ ...event, '@type': ['Thing', 'https://schema.org/BusinessEvent'] })).toHaveLength(1)
})

test.each(['JobPosting', 'FlightReservation', 'Person', '', 'constructor'])(
  'a node of type "%s" is no event',
  (type) => {
    expect(read({ ...event, '@type': type })).toEqual([])
  },
)

test('without an identifier there is no uid', () => {
  expect(read(event)[0]?.uid).toBeNull()
  expect(read({ ...event, '@id': 'https://example.com/e/1' })[0]?.uid).toBe(
    'json-ld:https://example.com/e/1',
  )
})

test.each([
  { reservationStatus: 'http://schema.org/ReservationCancelled' },
  { reservationStatus: 'Cancelled' },
  { reservationFor: { ...event, eventStatus: 'https://schema.org/EventCancelled' } },
])('a reservation that was called off is a cancellation: %j', (change) => {
  expect(read({ ...reservation, ...change })).toMatchObject([
    { method: 'cancel', uid: 'json-ld:E1234' },
  ])
})

test('an event that was called off and has no identifier gives nothing', () => {
  expect(read({ ...event, eventStatus: 'https://schema.org/EventCancelled' })).toEqual([])
})

const startOf = (startDate: unknown, endDate?: unknown, dateOffset = context.dateOffset) =>
  readJsonLd([JSON.stringify({ ...event, startDate, endDate })], { ...context, dateOffset })[0]
    ?.time

test('a time without an offset is the user’s only if the sender keeps the same time', () => {
  expect(startOf('2026-11-24T19:00')).toEqual({
    kind: 'unclear',
    text: '2026-11-24T19:00',
    reason: 'The mail names no time zone.',
  })
  expect(startOf('2026-07-24T19:00', undefined, 60)).toMatchObject({
    start: '2026-07-24T17:00:00.000Z',
    end: '2026-07-24T18:00:00.000Z',
    timeZone: 'Europe/Zurich',
  })
})

test.each([
  ['2026-11-24T19:00:00Z', '2026-11-24T19:00:00.000Z'],
  ['2026-11-24T19:00:00.000-05:00', '2026-11-25T00:00:00.000Z'],
  ['2026-11-24 19:00+0530', '2026-11-24T13:30:00.000Z'],
])('reads %s', (startDate, start) => {
  expect(startOf(startDate)).toMatchObject({ kind: 'instant', start })
})

test('days stay days', () => {
  expect(startOf('2026-11-24')).toEqual({ kind: 'day', start: '2026-11-24', end: '2026-11-25' })
  expect(startOf('2026-11-24', '2026-11-26')).toEqual({
    kind: 'day',
    start: '2026-11-24',
    end: '2026-11-27',
  })
})

test('an end before the beginning is unclear', () => {
  expect(startOf('2026-11-24T19:00Z', '2026-11-24T18:00Z')).toMatchObject({ kind: 'unclear' })
})

test.each(['2026-02-30', '2026-11-24T25:00Z', 'soon', 42, null, {}, '2026-11-24T19:00+99:00'])(
  'no proposal from the start %j',
  (startDate) => {
    expect(read({ ...event, startDate })).toEqual([])
  },
)

test.each([
  '{"@type": "Event",',
  '',
  'null',
  '42',
  '"Event"',
  '{"@type":"EventReservation","reservationFor":null}',
  '{"__proto__":{"@type":"Event"}}',
  '['.repeat(100_000),
])('says nothing where there is nothing to say (%#)', (script) => {
  expect(readJsonLd([script], context)).toEqual([])
})

test('texts come out as plain lines, and of addresses one https link at most', () => {
  const [proposal] = read({
    ...event,
    name: 'Talk\u202e\n at http://evil.example',
    location: { name: 'http://evil.example Online', url: 'https://meet.example.com/x' },
  })
  expect(proposal?.summary).toBe('Talk at')
  expect(proposal?.location).toBe('Online, https://meet.example.com/x')
})

test('at most 20 appointments come out of one mail', () => {
  expect(read(Array.from({ length: 100 }, () => event))).toHaveLength(20)
})
