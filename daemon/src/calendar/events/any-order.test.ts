import type { EventProposal, MailEvent, SpeechAct } from '@shortlist/contracts/calendar'
import { describe, expect, it } from 'vitest'
import { sampled } from '../../../../.config/testing/test-size.ts'
import { seededRandom, shuffled } from '../../../test/seeded-random.ts'
import type { MailOfEvents } from '../ports.ts'
import { type EventsUnderTest, eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, inText, invitation, mail } from '../testing/proposals.ts'

interface Step {
  readonly mail: MailOfEvents
  readonly proposals: readonly EventProposal[]
}

const seeds = sampled(
  Array.from({ length: 300 }, (_, at) => at + 1),
  20,
)
const stamp = (random: () => number, day: string) =>
  `${day}T${String(Math.floor(random() * 24)).padStart(2, '0')}:00:00.000Z`

describe('what stands in the calendar', () => {
  it.each(seeds)('is the same in whatever order mails are read (%i)', async (seed) => {
    const random = seededRandom(seed)
    const pick = <Item>(items: readonly Item[]) =>
      items[Math.floor(random() * items.length)] as Item
    const steps = Array.from({ length: 12 }, () => step(pick, random))
    const results: string[] = []
    for (let order = 0; order < 4; order++) {
      const under = await eventsUnderTest()
      for (const { mail: from, proposals } of shuffled(steps, random)) {
        if (random() < 0.1) await under.reopen()
        await under.events.place(from, proposals, `sync-${Math.floor(random() * 3)}`)
      }
      results.push(await shown(under, steps))
    }
    for (const result of results) expect(result).toBe(results[0])
  })
})

const starts = ['2026-11-24T09:00Z', '2026-11-24T09:15Z', '2026-11-25T10:00Z', '2026-11-26T14:00Z']
const senders = ['jane@acme.example', 'ben@acme.example', 'mallory@evil.example']

function step(pick: <Item>(items: readonly Item[]) => Item, random: () => number): Step {
  const address = pick(senders)
  const from = mail({
    threadKey: '',
    conversation: [pick(['one', 'two', 'three'])],
    sender: { name: '', address },
    date: stamp(random, '2026-11-18'),
    isSenderProven: random() < 0.5,
    isSenderDoubted: random() < 0.1,
  })
  const time = halfHour(pick(starts))
  if (random() < 0.5) {
    const proposal = invitation({
      uid: pick(['first', 'second']),
      method: random() < 0.2 ? 'cancel' : 'request',
      sequence: Math.floor(random() * 3),
      stamp: stamp(random, '2026-11-17'),
      summary: `Interview ${from.emailId}`,
      time: random() < 0.1 ? { kind: 'unclear', text: 'then', reason: 'When?' } : time,
      organizer: pick(['jane@acme.example', 'mallory@evil.example']),
    })
    return { mail: from, proposals: [proposal] }
  }
  const act = pick<SpeechAct>(['confirms', 'invites', 'reminds', 'asks', 'cancels', 'moves'])
  const text = inText({ act, time, summary: `Talk ${from.emailId}`, isProven: act !== 'asks' })
  if (act === 'cancels') return { mail: from, proposals: [{ ...text, method: 'cancel' }] }
  if (act !== 'moves') return { mail: from, proposals: [text] }
  const unclear = { kind: 'unclear', text: '', reason: 'It names no time.' } as const
  return { mail: from, proposals: [text, { ...text, method: 'cancel', time: unclear }] }
}

/** Everything that a user sees of it. */
async function shown(under: EventsUnderTest, steps: readonly Step[]): Promise<string> {
  const held = under.feed().map((event) => JSON.stringify(event))
  const ids = steps.map(({ mail: { emailId } }) => emailId)
  const events = await under.events.eventsOf(ids)
  const cards = ids.map((emailId) =>
    [emailId, ...(events.get(emailId) ?? []).map(cardOf).sort()].join('\n  '),
  )
  return [...held.sort(), ...cards.sort()].join('\n')
}

function cardOf({ id: _, link: __, ...event }: MailEvent): string {
  return JSON.stringify(event)
}
