import type { EventProposal } from '@shortlist/contracts/calendar'
import { describe, expect, it } from 'vitest'
import { sampled } from '../../../../.config/testing/test-size.ts'
import { seededRandom, shuffled } from '../../../test/seeded-random.ts'
import type { MailOfEvents } from '../ports.ts'
import { eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, invitation, mail } from '../testing/proposals.ts'

interface Step {
  readonly mail: MailOfEvents
  readonly proposal: EventProposal
}

const tuesday = halfHour('2026-11-24T09:00Z')
const wednesday = halfHour('2026-11-25T10:00Z')
const thursday = halfHour('2026-11-26T14:00Z')

const request: Step = { mail: mail(), proposal: invitation({ time: tuesday }) }
const moved: Step = { mail: mail(), proposal: invitation({ sequence: 1, time: wednesday }) }
const again: Step = { mail: mail(), proposal: invitation({ sequence: 3, time: thursday }) }

describe('mails about one invitation', () => {
  it('writes and asks nothing when the same mails come again', async () => {
    const under = await eventsUnderTest()
    const steps = [request, moved, again]
    for (const step of steps) await under.events.place(step.mail, [step.proposal], 'sync')
    const [lines, calls] = [under.writes, under.calendar.calls.length]

    for (const step of steps) await under.events.place(step.mail, [step.proposal], 'another')

    expect([under.writes, under.calendar.calls.length]).toEqual([lines, calls])
  })
})

describe('random mails about several invitations', () => {
  const all = Array.from({ length: 40 }, (_, at) => at + 1)
  const seeds = sampled(all, 8)

  it.each(seeds)('leave the calendar as the latest version of each says (%i)', async (seed) => {
    const random = seededRandom(seed)
    const steps = Array.from({ length: 12 }, () => randomStep(random))
    const under = await eventsUnderTest()

    for (const step of shuffled([...steps, ...steps], random)) {
      if (random() < 0.1) await under.reopen()
      await under.events.place(step.mail, [step.proposal], 'sync')
    }

    expect(Object.values(under.held()).sort()).toEqual(reference(steps))
  })
})

const uids = ['one', 'two', 'three']

/** Times that never meet: each invitation has its own days. */
function randomStep(random: () => number): Step {
  const which = Math.floor(random() * uids.length)
  const sequence = Math.floor(random() * 6)
  const stamp = `2026-11-19T08:00:${String(Math.floor(random() * 60)).padStart(2, '0')}.000Z`
  const day = 23 + which * 2 + Math.floor(random() * 2)
  const hour = String(8 + Math.floor(random() * 8)).padStart(2, '0')
  return {
    mail: mail({
      date: `2026-11-19T09:00:${String(Math.floor(random() * 60)).padStart(2, '0')}.000Z`,
    }),
    proposal: invitation({
      uid: uids[which] ?? '',
      method: random() < 0.3 ? 'cancel' : 'request',
      sequence,
      stamp,
      summary: `Interview ${sequence} ${stamp}`,
      time: halfHour(`2026-11-${day}T${hour}:00Z`),
    }),
  }
}

/** The plain rule: per UID the version with the highest SEQUENCE, then DTSTAMP, then mail date. */
function reference(steps: readonly Step[]): string[] {
  return uids
    .flatMap((uid) => {
      const own = steps.filter(({ proposal }) => proposal.uid === uid)
      const rank = ({ proposal, mail: { date, emailId } }: Step) =>
        [
          proposal.sequence,
          proposal.stamp,
          date,
          proposal.method === 'cancel' ? 1 : 0,
          emailId,
        ].join(' ')
      const last = own.sort((one, other) => (rank(one) < rank(other) ? -1 : 1)).at(-1)?.proposal
      if (!last || last.method === 'cancel' || last.time.kind === 'unclear') return []
      return [`${last.time.start} ${last.summary}`]
    })
    .sort()
}
