import type { EventTime } from '@shortlist/contracts/calendar'
import { describe, expect, it } from 'vitest'
import { halfHour, NOW } from '../testing/proposals.ts'
import { chosenTime } from './chosen-time.ts'

const parts = { now: () => NOW, userZone: 'Europe/Berlin' }
const unclear: EventTime = { kind: 'unclear', text: 'next week', reason: 'Which day?' }
const said = halfHour('2026-11-24T09:00Z')

describe('the time of an appointment that is added by hand', () => {
  it('is what the user says, in UTC', () => {
    const chosen = { start: '2026-12-01T10:00:00+01:00', end: '2026-12-01T11:00:00+01:00' }

    expect(chosenTime(unclear, chosen, parts)).toEqual({
      kind: 'instant',
      start: '2026-12-01T09:00:00.000Z',
      end: '2026-12-01T10:00:00.000Z',
      timeZone: 'Europe/Berlin',
    })
  })

  it('is else what the mail says, and an hour where that is a moment', () => {
    expect(chosenTime(said, undefined, parts)).toEqual(said)
    expect(chosenTime({ ...said, end: said.start }, undefined, parts)).toEqual({
      ...said,
      end: '2026-11-24T10:00:00.000Z',
    })
  })

  it.each([
    ['ends before it begins', '2026-12-01T10:00:00Z', '2026-12-01T09:00:00Z', 'end after'],
    ['is a moment', '2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z', 'end after'],
    ['lasts half a minute', '2026-12-01T10:00:00Z', '2026-12-01T10:00:30Z', 'two weeks'],
    ['lasts a hundred years', '2026-12-01T10:00:00Z', '2126-12-01T10:00:00Z', 'two weeks'],
    ['lies in the year 9999', '9999-12-31T10:00:00Z', '9999-12-31T11:00:00Z', 'ten years'],
    ['lies in the year 0', '0000-01-01T10:00:00Z', '0000-01-01T11:00:00Z', 'ten years'],
  ])('is refused where it %s', (_, start, end, sentence) => {
    expect(() => chosenTime(said, { start, end }, parts)).toThrow(sentence)
  })

  it('has to be said where the mail leaves it open', () => {
    expect(() => chosenTime(unclear, undefined, parts)).toThrow('Say when')
  })
})
