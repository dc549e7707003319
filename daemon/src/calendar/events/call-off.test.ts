import type { EventProposal } from '@shortlist/contracts/calendar'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MailOfEvents } from '../ports.ts'
import { type EventsUnderTest, eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, inText, invitation, mail } from '../testing/proposals.ts'

const tuesday = halfHour('2026-11-24T09:00Z')
const wednesday = halfHour('2026-11-25T10:00Z')
const timeless = { kind: 'unclear', text: 'off', reason: 'It names no time.' } as const
const words = 'We have to cancel the interview.'
const stranger = { name: 'Mallory', address: 'mallory@evil.example' }
const later = { date: '2026-11-20T08:00:00.000Z', conversation: ['talk'] }

let under: EventsUnderTest

beforeEach(async () => {
  under = await eventsUnderTest()
})

function cancels(changes: Partial<EventProposal> = {}): EventProposal {
  return inText({ method: 'cancel', act: 'cancels', time: timeless, evidence: words, ...changes })
}

async function booked(proposal = inText(), changes: Partial<MailOfEvents> = {}) {
  const from = mail({ conversation: ['talk'], ...changes })
  await under.events.place(from, [proposal], 'sync')
  return from
}

async function cardOf({ emailId }: MailOfEvents) {
  return (await under.eventsOf(emailId))[0]
}

describe('a sentence that calls off', () => {
  it.each([
    ['what a text has arranged', inText()],
    ['what an invitation has brought', invitation()],
  ])('takes out %s, with its words, and is undone by adding it again', async (_, proposal) => {
    const first = await booked(proposal)
    const off = mail(later)

    await under.events.place(off, [cancels()], 'sync')

    expect(under.held()).toEqual({})
    for (const each of [first, off]) {
      expect(await cardOf(each)).toMatchObject({
        state: 'cancelled',
        reason: `A mail says that this is cancelled: “${words}”`,
        question: 'called-off',
      })
    }
    await under.events.add((await cardOf(first))?.id ?? '', undefined)
    await under.events.place(off, [cancels()], 'next')
    expect(Object.keys(under.held())).toHaveLength(1)
    expect(await cardOf(first)).toMatchObject({ state: 'created', reason: null })
  })

  it.each<[string, Partial<MailOfEvents>]>([
    ['somebody else', { sender: stranger }],
    ['a borrowed name', { isSenderDoubted: true }],
    ['the address unproven', { isSenderProven: false }],
  ])('is only told where it comes from %s', async (_, from) => {
    const first = await booked(inText(), { isSenderProven: true })

    await under.events.place(mail({ ...later, ...from }), [cancels()], 'sync')

    expect(Object.keys(under.held())).toHaveLength(1)
    expect(await cardOf(first)).toMatchObject({
      state: 'created',
      reason: `They write that this is cancelled: “${words}”`,
      question: 'remove-or-keep',
    })
    await under.events.add((await cardOf(first))?.id ?? '', undefined)
    expect((await cardOf(first))?.question).toBeUndefined()
    await under.events.undo((await cardOf(first))?.id ?? '')
    expect(under.held()).toEqual({})
  })

  it('is only told where several appointments fit, and acts where it names one', async () => {
    const [first, second] = [await booked(), await booked(inText({ time: wednesday }))]

    await under.events.place(mail(later), [cancels()], 'sync')

    expect(Object.keys(under.held())).toHaveLength(2)
    expect((await cardOf(first))?.question).toBe('remove-or-keep')
    expect((await cardOf(second))?.question).toBe('remove-or-keep')
    const date = '2026-11-20T09:00:00.000Z'
    await under.events.place(mail({ ...later, date }), [cancels({ time: wednesday })], 'sync')
    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
  })

  it('changes nothing in another conversation, or before it was arranged', async () => {
    const first = await booked()
    const before = '2026-11-18T08:00:00.000Z'

    await under.events.place(mail({ ...later, conversation: ['other'] }), [cancels()], 'sync')
    await under.events.place(mail({ ...later, date: before }), [cancels()], 'sync')

    expect(Object.keys(under.held())).toHaveLength(1)
    expect(await cardOf(first)).toMatchObject({ state: 'created', reason: null })
  })

  it('never is the word of a model', async () => {
    await booked()

    await under.events.place(mail(later), [cancels({ source: 'model' })], 'sync')

    expect(Object.keys(under.held())).toHaveLength(1)
  })
})

describe('a sentence that moves', () => {
  const off = cancels({ act: 'moves', evidence: 'It moves to Wednesday.' })
  const to = inText({ act: 'moves', time: wednesday })

  it.each(['the old time', 'the new time alone'])(
    'takes it from there to the new, by %s',
    async (how) => {
      await booked()
      const from = inText({ act: 'moves', time: tuesday })
      const said = how === 'the old time' ? [from, to, off] : [to, off]

      await under.events.place(mail(later), said, 'sync')

      expect(Object.values(under.held())).toEqual([`${wednesday.start} Interview at Acme`])
    },
  )

  it('adds nothing where nobody knows what it moves, or who says so', async () => {
    await booked()

    await under.events.place(mail({ ...later, sender: stranger }), [to, off], 'sync')
    const alone = mail({ ...later, conversation: ['other'] })
    await under.events.place(
      alone,
      [inText({ act: 'moves', time: halfHour('2026-11-26T10:00Z') }), off],
      'sync',
    )

    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
    expect(await under.eventsOf(alone.emailId)).toMatchObject([
      { state: 'waiting', reason: 'They write that something moves; it is not clear what.' },
    ])
  })

  it('adds nothing of what the user has removed', async () => {
    const first = await booked()
    await under.events.undo((await cardOf(first))?.id ?? '')

    await under.events.place(mail(later), [to, off], 'sync')

    expect(under.held()).toEqual({})
  })
})
