import type { EventProposal } from '@shortlist/contracts/calendar'
import { describe, expect, it } from 'vitest'
import { busyMilliseconds } from '../../../../../.config/testing/busy-milliseconds.ts'
import { mailToAnalyze } from '../../../../test/mail-to-analyze.ts'
import { proveClaims } from './analyze-by-model.ts'

const text = `Hello Robin,

we would like to invite you on Tuesday, 24 November
2026 at 10:00 Eastern Time. Join here: https://meet.example.com/abc

On Mon, Nov 16, 2026 at 9:00 AM Robin <robin@example.com> wrote:
> I could do Thursday, 26 November at 15:00 CET.
`
const time = { userZone: 'Europe/Zurich', sentAt: '2026-11-18T12:00:00.000Z', dateOffset: -360 }

const claim = {
  summary: 'Interview',
  location: '',
  date: '2026-11-24',
  start: '10:00',
  end: '',
  zoneWords: 'Eastern Time',
  quote: 'Tuesday, 24 November 2026 at 10:00 Eastern Time',
}

const prove = (
  change: Partial<typeof claim>,
  { visible = text, ruled = [] as EventProposal[] } = {},
) =>
  proveClaims(
    [{ ...claim, ...change }],
    ruled,
    mailToAnalyze({ text: visible, subject: 'Talk' }, { time }),
  )

describe('what a model claims of a time', () => {
  it('has the time that code reads in its quote, and waits', () => {
    expect(prove({})).toEqual([
      {
        source: 'model',
        method: 'request',
        uid: null,
        sequence: 0,
        recurrenceId: null,
        stamp: null,
        summary: 'Interview',
        location: '',
        time: {
          kind: 'instant',
          start: '2026-11-24T15:00:00.000Z',
          end: '2026-11-24T16:00:00.000Z',
          timeZone: 'America/New_York',
        },
        evidence: expect.stringContaining('24 November\n2026 at 10:00 Eastern Time'),
        isProven: false,
      },
    ])
  })

  it.each<Partial<typeof claim>>([
    { quote: 'we would like to invite you' },
    { zoneWords: '' },
    { zoneWords: 'CET' },
    { end: '23:00' },
  ])('takes of %j nothing but which time is meant', (change) => {
    expect(prove(change)).toMatchObject([{ time: { start: '2026-11-24T15:00:00.000Z' } }])
  })

  it('may be a day', () => {
    const visible = 'Our career day is on Tuesday, 24 November 2026. Bring your laptop.'
    const day = { start: '', zoneWords: '', quote: 'career day is on Tuesday' }

    expect(prove(day, { visible })).toMatchObject([
      { time: { kind: 'day', start: '2026-11-24', end: '2026-11-25' } },
    ])
  })

  it.each<[Partial<typeof claim>, string]>([
    [{ start: '11:00' }, '2026-11-24 11:00 Eastern Time'],
    [{ start: '9:00' }, '2026-11-24 9:00 Eastern Time'],
    [{ date: '2026-11-25' }, '2026-11-25 10:00 Eastern Time'],
    [{ date: '2027-02-31', zoneWords: '' }, '2027-02-31 10:00'],
    [{ date: '9999-01-01', zoneWords: '' }, '9999-01-01 10:00'],
    [
      { quote: 'Join here', zoneWords: 'see https://evil.example' },
      '2026-11-24 10:00 see [removed]',
    ],
    [
      { date: '2026-11-26', start: '15:00', zoneWords: 'CET', quote: 'I could do Thursday' },
      '2026-11-26 15:00 CET',
    ],
    [{ start: '', zoneWords: '' }, '2026-11-24'],
  ])('is unclear where code reads another time there: %j', (change, words) => {
    const [proposal] = prove(change)

    expect(proposal?.time).toEqual({
      kind: 'unclear',
      text: words,
      reason: 'The time could not be read in the words of the mail.',
    })
    expect(proposal?.isProven).toBe(false)
  })

  it.each<Partial<typeof claim>>([
    { quote: 'Tuesday, 24 November 2026 at 10:00 CET' },
    { quote: ' ' },
    { date: '2026-11-17', quote: 'Join here' },
  ])('says nothing where the mail does not hold its words, or it has been: %j', (change) => {
    expect(prove(change)).toEqual([])
  })

  it('has been where the sentence does not announce it', () => {
    const visible = 'We met on Monday, 16 November 2026 at 10:00 CET and had a good talk.'
    const past = { date: '2026-11-16', zoneWords: 'CET', quote: 'We met on Monday' }

    expect(prove(past, { visible })).toEqual([])
  })

  it('is proposed once, beside what the rules say of other times', () => {
    const [known] = prove({})
    const ruled = known ? [{ ...known, source: 'rules' as const, isProven: true }] : []

    expect(prove({}, { ruled })).toEqual(ruled)
    expect(prove({ start: '11:00' }, { ruled })).toHaveLength(2)
  })

  it('keeps a link in its place only if it stands in the text, and none in its title', () => {
    const place = (location: string) => prove({ location })[0]?.location

    expect(place('Zoom https://meet.example.com/abc')).toBe('Zoom, https://meet.example.com/abc')
    expect(place('Zoom https://evil.example/abc')).toBe('Zoom [removed]')
    expect(place('Zoom https://meet.example.com/abc?evil')).toBe('Zoom [removed]')
    expect(prove({ summary: 'Pay\u202e at https://evil.example\n' })[0]?.summary).toBe(
      'Pay at [removed]',
    )
    expect(prove({ summary: 'Talk https://meet.example.com/abc' })[0]?.summary).toBe('Talk …')
    expect(prove({ summary: ' ' })[0]?.summary).toBe('Talk')
  })

  it('is cut to its sizes, at once', () => {
    const begun = busyMilliseconds()
    const huge = 'x'.repeat(5_000_000)
    const [proven] = prove(
      { summary: huge, location: huge, quote: 'x'.repeat(400), zoneWords: huge },
      { visible: huge },
    )

    expect(proven?.summary).toHaveLength(120)
    expect(proven?.location).toHaveLength(200)
    expect(proven?.isProven).toBe(false)
    expect(busyMilliseconds() - begun).toBeLessThan(1_000)
  })
})
