import type { EventProposal, EventTime } from '@shortlist/contracts/calendar'
import { expect, test } from 'vitest'
import { mergeProposals } from './analyze-mail.ts'

function at(start: string, minutes = 60): EventTime {
  const end = new Date(Date.parse(start) + minutes * 60_000).toISOString()
  return { kind: 'instant', start: new Date(start).toISOString(), end, timeZone: 'Europe/Zurich' }
}

function proposal(source: EventProposal['source'], time: EventTime, more = {}): EventProposal {
  return {
    source,
    method: 'request',
    uid: source === 'invitation' ? 'a' : null,
    sequence: 0,
    recurrenceId: null,
    stamp: null,
    summary: '',
    location: '',
    time,
    evidence: `${source} ${time.kind === 'unclear' ? time.text : time.start}`,
    isProven: true,
    ...more,
  }
}

const ten = at('2026-11-24T10:00Z')
const none = { invitations: [], jsonLd: [], text: [] }
const unclear: EventTime = { kind: 'unclear', text: 'at ten', reason: 'No zone.' }
const sources = (proposals: readonly EventProposal[]) => proposals.map(({ source }) => source)

test('one appointment that every source names comes from the most trusted one', () => {
  const invitation = proposal('invitation', ten)
  const jsonLd = proposal('json-ld', ten)
  const text = proposal('model', ten)
  const merge = (parts: object) => sources(mergeProposals({ ...none, ...parts }))
  expect(merge({ invitations: [invitation], jsonLd: [jsonLd], text: [text] })).toEqual([
    'invitation',
  ])
  expect(merge({ jsonLd: [jsonLd], text: [text] })).toEqual(['json-ld'])
  expect(merge({ text: [text] })).toEqual(['model'])
})

test('appointments that overlap, or lie on the same whole day, are one', () => {
  const invitations = [proposal('invitation', ten)]
  const same: EventTime[] = [
    at('2026-11-24T10:30Z'),
    at('2026-11-24T10:00Z', 30),
    { kind: 'day', start: '2026-11-24', end: '2026-11-25' },
  ]
  for (const time of same)
    expect(mergeProposals({ ...none, invitations, jsonLd: [proposal('json-ld', time)] })).toEqual(
      invitations,
    )
})

test('appointments at other times are other appointments', () => {
  const text = [proposal('rules', ten), proposal('rules', at('2026-11-24T11:00Z'))]
  expect(mergeProposals({ ...none, text })).toEqual(text)
})

test('another time in the text beside an invitation waits for the user', () => {
  const invitations = [proposal('invitation', ten)]
  const old = proposal('rules', at('2026-11-23T10:00Z'))
  expect(mergeProposals({ ...none, invitations, text: [old] })).toEqual([
    ...invitations,
    {
      ...old,
      isProven: false,
      time: {
        kind: 'unclear',
        text: old.evidence,
        reason: 'The mail carries an invitation or a reservation for another time.',
      },
    },
  ])
})

test('the text does not propose again what an invitation cancels', () => {
  const invitations = [proposal('invitation', ten, { method: 'cancel' })]
  expect(mergeProposals({ ...none, invitations, text: [proposal('rules', ten)] })).toEqual(
    invitations,
  )
})

test('words that are unclear say nothing new beside an invitation', () => {
  const invitations = [proposal('invitation', ten)]
  const day: EventTime = { kind: 'day', start: '2026-12-01', end: '2026-12-02' }
  const text = [proposal('rules', unclear), proposal('rules', day)]
  expect(mergeProposals({ ...none, invitations, text })).toEqual(invitations)
  expect(mergeProposals({ ...none, text })).toHaveLength(2)
})

test('all occurrences of invitations stay, also where they overlap', () => {
  const invitations = [proposal('invitation', ten), proposal('invitation', ten, { uid: 'b' })]
  expect(mergeProposals({ ...none, invitations })).toEqual(invitations)
})

test('of two readings of the text the exact and proven one stays', () => {
  const claimed = proposal('model', ten, { isProven: false })
  const proven = proposal('model', ten)
  expect(mergeProposals({ ...none, text: [claimed, proven] })).toEqual([proven])
})

test('the same unclear words are one', () => {
  const words = proposal('rules', unclear)
  expect(mergeProposals({ ...none, text: [words, words] })).toEqual([words])
})

test('at most 10 come out of one mail', () => {
  const text = Array.from({ length: 30 }, (_, day) =>
    proposal('rules', at(`2026-11-${String(day + 1).padStart(2, '0')}T10:00Z`)),
  )
  expect(mergeProposals({ ...none, text })).toEqual(text.slice(0, 10))
})
