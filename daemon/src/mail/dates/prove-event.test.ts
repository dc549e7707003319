import { expect, test } from 'vitest'
import { busyMilliseconds } from '../../../../.config/testing/busy-milliseconds.ts'
import { findDates } from './find-dates.ts'
import { type ClaimedEvent, proveEvent } from './prove-event.ts'

const context = { userZone: 'Europe/Zurich', sentAt: '2026-11-18T12:00:00.000Z', dateOffset: -360 }

const text = `Hello Robin,

we would like to invite you on Tuesday, 24 November
2026 at 10:00 Eastern Time. Join here: https://meet.example.com/abc

On Mon, Nov 16, 2026 at 9:00 AM Robin <robin@example.com> wrote:
> I could do Thursday, 26 November at 15:00 CET.
`

const claim: ClaimedEvent = {
  summary: 'Interview',
  location: '',
  date: '2026-11-24',
  start: '10:00',
  end: '',
  zoneWords: 'Eastern Time',
  quote: 'Tuesday, 24 November 2026 at 10:00 Eastern Time',
}
const read = { start: '2026-11-24T15:00:00.000Z', end: '2026-11-24T16:00:00.000Z' }

const prove = (change: Partial<ClaimedEvent>, visible = text) =>
  proveEvent({ ...claim, ...change }, visible, context, findDates(visible, context))

test('a claim is proven by its quote and the time that code reads in it', async () => {
  expect(await prove({})).toEqual({
    source: 'model',
    method: 'request',
    uid: null,
    sequence: 0,
    recurrenceId: null,
    stamp: null,
    summary: 'Interview',
    location: '',
    time: { kind: 'instant', ...read, timeZone: 'America/New_York' },
    evidence: 'Tuesday, 24 November\n2026 at 10:00 Eastern Time',
    isProven: true,
  })
})

test('a quote of the same sentence proves it, and the evidence is what holds the time', async () => {
  const proven = await prove({ quote: 'we would like to invite you' })
  expect(proven.isProven).toBe(true)
  expect(proven.evidence).toContain('24 November\n2026 at 10:00 Eastern Time')
})

test('the model may leave the zone to the text, and its end does not count', async () => {
  expect(await prove({ zoneWords: '' })).toMatchObject({ isProven: true, time: read })
  expect(await prove({ end: '23:00' })).toMatchObject({ isProven: true, time: read })
})

test.each<[string, Partial<ClaimedEvent>]>([
  ['another time', { start: '11:00' }],
  ['another day', { date: '2026-11-25' }],
  ['another zone', { zoneWords: 'CET' }],
  ['a quote that is not there', { quote: 'Tuesday, 24 November 2026 at 10:00' + ' CET' }],
  ['no quote', { quote: ' ' }],
  ['a quote of another sentence', { quote: 'Join here' }],
  ['a day without a time', { start: '', zoneWords: '' }],
])('a claim with %s is not proven', async (_title, change) => {
  expect((await prove(change)).isProven).toBe(false)
})

test('what stands in a quoted older mail proves nothing', async () => {
  const quoted = { date: '2026-11-26', start: '15:00', zoneWords: 'CET' }
  expect(
    await prove({ ...quoted, quote: 'I could do Thursday, 26 November at 15:00 CET.' }),
  ).toMatchObject({ isProven: false, time: { start: '2026-11-26T14:00:00.000Z' } })
})

test('one of several times to choose from is not proven', async () => {
  const offer =
    'Either Tuesday 24 Nov at 10:00 Eastern Time or Monday 30 Nov at 10:00 Eastern Time.'
  expect(await prove({ quote: offer }, offer)).toMatchObject({ isProven: false, time: read })
})

test.each<[Partial<ClaimedEvent>, string]>([
  [{ date: '2026-02-31' }, 'The day or the time does not exist.'],
  [{ date: '9999-01-01' }, 'The day or the time does not exist.'],
  [{ date: 'soon' }, 'The day or the time does not exist.'],
  [{ start: '25:00' }, 'The day or the time does not exist.'],
  [{ end: '10:61', quote: '' }, 'The day or the time does not exist.'],
  [{ start: '9:00' }, 'The day or the time does not exist.'],
  [{ zoneWords: '', quote: '' }, 'The mail names no time zone.'],
  [{ zoneWords: 'Middle-earth time', quote: '' }, 'The mail names no time zone.'],
  [{ date: '2027-07-01', zoneWords: 'PST' }, '"PST" does not fit the season of that day.'],
])('the claim %j is unclear', async (change, reason) => {
  expect((await prove(change)).time).toMatchObject({ kind: 'unclear', reason })
})

test('without proof the time is the claimed one', async () => {
  const quote = ''
  expect((await prove({ quote, end: '10:30' })).time).toMatchObject({
    end: '2026-11-24T15:30:00.000Z',
  })
  expect((await prove({ quote, start: '23:30', end: '00:30' })).time).toMatchObject({
    start: '2026-11-25T04:30:00.000Z',
    end: '2026-11-25T05:30:00.000Z',
  })
  expect((await prove({ quote, start: '' })).time).toEqual({
    kind: 'day',
    start: '2026-11-24',
    end: '2026-11-25',
  })
})

test('a location keeps a link only if it stands in the text, and a summary none', async () => {
  const place = async (location: string) => (await prove({ location })).location
  expect(await place('Zoom https://meet.example.com/abc')).toBe(
    'Zoom, https://meet.example.com/abc',
  )
  expect(await place('Zoom https://evil.example/abc')).toBe('Zoom')
  expect(await place('Zoom https://meet.example.com/abc?evil')).toBe('Zoom')
  expect((await prove({ summary: 'Pay\u202e at https://evil.example\n' })).summary).toBe('Pay at')
})

test('hostile sizes are cut, at once', async () => {
  const begun = busyMilliseconds()
  const huge = 'x'.repeat(5_000_000)
  const proven = await prove({ summary: huge, location: huge, quote: huge, zoneWords: huge }, huge)
  expect(proven.summary).toHaveLength(120)
  expect(proven.location).toHaveLength(200)
  expect(proven).toMatchObject({ evidence: '', isProven: false })
  expect(busyMilliseconds() - begun).toBeLessThan(1_000)
})
