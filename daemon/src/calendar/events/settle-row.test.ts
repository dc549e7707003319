import type { MailEvent } from '@shortlist/contracts/calendar'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EventsUnderTest, eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, invitation, mail } from '../testing/proposals.ts'

const tuesday = halfHour('2026-11-24T09:00Z')
const stranger = { name: 'Mallory', address: 'mallory@evil.example' }

let under: EventsUnderTest

beforeEach(async () => {
  under = await eventsUnderTest()
})

async function place(...args: Parameters<EventsUnderTest['events']['place']>): Promise<MailEvent> {
  const [event] = await under.events.place(...args)
  if (!event) throw new Error('no event')
  return event
}

describe('conflicts', () => {
  it('waits where the user has something already', async () => {
    under.calendar.taken.push({ start: '2026-11-24T09:29:00Z', end: '2026-11-24T10:00:00Z' })

    expect(await place(mail(), [invitation()], 'sync')).toMatchObject({
      state: 'waiting',
      reason: 'You already have something at this time.',
      hasIcs: true,
    })
  })

  it('does not mind what ends when it begins', async () => {
    under.calendar.taken.push({ start: '2026-11-24T08:00:00Z', end: '2026-11-24T09:00:00Z' })

    expect((await place(mail(), [invitation()], 'sync')).state).toBe('created')
  })

  it('moves an event although it overlaps with itself', async () => {
    const event = await place(mail(), [invitation()], 'sync')
    const time = { ...tuesday, start: '2026-11-24T09:15:00.000Z', end: '2026-11-24T09:45:00.000Z' }

    await place(mail(), [invitation({ sequence: 1, time })], 'sync')

    expect(under.held()).toEqual({ [event.id]: `${time.start} Interview at Acme` })
  })

  it('keeps two mails of one round from taking the same time', async () => {
    const [one, other] = await Promise.all([
      place(mail(), [invitation({ uid: 'one' })], 'sync'),
      place(mail({ sender: stranger }), [invitation({ uid: 'other' })], 'sync'),
    ])

    expect([one.state, other.state].sort()).toEqual(['created', 'waiting'])
  })
})

describe('budgets', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      invitation({ uid: `uid-${at}`, time: halfHour(`2026-12-0${1 + (at % 9)}T09:00Z`) }),
    )

  it('create three events of one mail', async () => {
    const events = await under.events.place(mail(), many(5), 'sync')

    expect(events.filter(({ state }) => state === 'created')).toHaveLength(3)
    expect(Object.keys(under.held())).toHaveLength(3)
  })

  it('give the nearest dates their place, and the next ones as time goes by', async () => {
    const days = [
      '2026-12-04',
      '2026-12-02',
      '2026-12-06',
      '2026-12-05',
      '2026-12-01',
      '2026-12-03',
    ]
    for (const day of days) {
      await place(mail(), [invitation({ uid: day, time: halfHour(`${day}T09:00Z`) })], 'sync')
    }
    const ofDays = () => Object.values(under.held()).map((event) => event.slice(0, 10))
    expect(ofDays().sort()).toEqual(days.filter((day) => day !== '2026-12-06').sort())

    under.now = new Date('2026-12-01T12:00:00.000Z')
    await under.events.retryFailed('next')

    expect(ofDays()).toContain('2026-12-06')
  })

  it('say what is left over', async () => {
    const events = await under.events.place(mail(), many(5), 'sync')

    expect(events.filter(({ question }) => question === 'left-over')).toHaveLength(2)
  })

  it('do not count what the user adds', async () => {
    const events = await under.events.place(mail(), many(5), 'sync')
    const waiting = events.filter(({ state }) => state === 'waiting')

    for (const { id } of waiting) await under.events.add(id, undefined)

    expect(Object.keys(under.held())).toHaveLength(5)
  })
})
