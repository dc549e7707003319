import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventTime, MailEvent } from '@shortlist/contracts/calendar'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { type EventsUnderTest, eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, invitation, mail } from '../testing/proposals.ts'

const tuesday = halfHour('2026-11-24T09:00Z')
const wednesday = halfHour('2026-11-25T10:00Z')
const unclear: EventTime = {
  kind: 'unclear',
  text: 'Tuesday at 10',
  reason: 'It is not clear in which time zone.',
}

let under: EventsUnderTest

beforeEach(async () => {
  under = await eventsUnderTest()
})

function only(events: readonly MailEvent[]): MailEvent {
  const [event, ...others] = events
  if (!event || others.length > 0) throw new Error(`${events.length} events`)
  return event
}

async function place(...args: Parameters<EventsUnderTest['events']['place']>) {
  return only(await under.events.place(...args))
}

it('tells which mails have an appointment ahead, the next one first', async () => {
  for (const [emailId, uid, time] of [
    ['later', 'one@acme.example', wednesday],
    ['sooner', 'two@acme.example', tuesday],
    ['over', 'three@acme.example', halfHour('2026-11-02T09:00Z')],
  ] as const) {
    await place(mail({ emailId, threadKey: emailId }), [invitation({ uid, time })], 'sync')
  }

  expect([...(await under.events.ahead()).keys()]).toEqual(['sooner', 'later'])
})

describe('adding by hand', () => {
  it('takes the times that the user gives where the mail is not clear', async () => {
    const event = await place(mail(), [invitation({ time: unclear })], 'sync')
    expect(event).toMatchObject({ state: 'waiting', reason: unclear.reason, startTime: '' })
    await expect(under.events.add(event.id, undefined)).rejects.toMatchObject({
      code: 'VALIDATION',
    })

    const times = { start: '2026-11-24T10:00:00+01:00', end: '2026-11-24T11:00:00+01:00' }
    const added = await under.events.add(event.id, times)

    expect(added).toMatchObject({
      state: 'created',
      startTime: '2026-11-24T09:00:00.000Z',
      endTime: '2026-11-24T10:00:00.000Z',
    })
    expect(under.changed).toHaveLength(1)
    expect(Object.keys(under.held())).toEqual([event.id])
  })

  it('refuses an end before the start, and what is not there', async () => {
    const event = await place(mail(), [invitation({ time: unclear })], 'sync')
    const times = { start: '2026-11-24T11:00:00+01:00', end: '2026-11-24T10:00:00+01:00' }

    await expect(under.events.add(event.id, times)).rejects.toMatchObject({ code: 'VALIDATION' })
    await expect(under.events.add('0'.repeat(52), times)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('gives an hour to what has no length', async () => {
    const time: EventTime = { ...tuesday, end: '2026-11-24T09:00:00.000Z' } as EventTime
    const event = await place(mail(), [invitation({ time })], 'sync')
    expect(event.reason).toBe('It is not clear how long it takes.')

    expect(await under.events.add(event.id, undefined)).toMatchObject({
      state: 'created',
      endTime: '2026-11-24T10:00:00.000Z',
    })
  })

  it('moves on when a later version says another time', async () => {
    const event = await place(mail(), [invitation({ time: unclear })], 'sync')
    await under.events.add(event.id, { start: tuesday.start, end: tuesday.end })

    await place(mail(), [invitation({ sequence: 1, time: wednesday })], 'sync')

    expect(under.held()).toEqual({ [event.id]: `${wednesday.start} Interview at Acme` })
  })

  it('does not bring back what was called off', async () => {
    await place(mail(), [invitation()], 'sync')
    const off = await place(mail(), [invitation({ sequence: 1, method: 'cancel' })], 'sync')

    await expect(under.events.add(off.id, undefined)).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})

describe('undoing', () => {
  it('removes the event for good, also after a restart and for later versions', async () => {
    const first = mail()
    const event = await place(first, [invitation()], 'sync')

    expect(await under.events.undo(event.id)).toMatchObject({ state: 'undone', link: '' })
    await under.reopen()
    await place(first, [invitation()], 'next')
    await place(mail(), [invitation({ sequence: 1, time: wednesday })], 'next')

    expect(under.held()).toEqual({})
    expect(only(await under.eventsOf(first.emailId)).state).toBe('undone')
  })

  it('is undone by adding it again, under the same id', async () => {
    const event = await place(mail(), [invitation()], 'sync')
    await under.events.undo(event.id)

    expect(await under.events.add(event.id, undefined)).toMatchObject({ state: 'created' })

    expect(under.held()).toEqual({ [event.id]: `${tuesday.start} Interview at Acme` })
    expect(under.calendar.calls).toEqual(['insert', 'remove', 'restore'])
  })

  it('tells of the mails whose cards differ', async () => {
    const [first, second] = [mail(), mail()]
    const event = await place(first, [invitation()], 'sync')
    await place(second, [invitation()], 'sync')
    under.changed.length = 0

    await under.events.undo(event.id)

    expect(under.changed.sort()).toEqual([first.emailId, second.emailId].sort())
  })

  it('respects what was deleted in the calendar itself', async () => {
    const event = await place(mail(), [invitation()], 'sync')
    await under.calendar.remove(event.id)

    const moved = await place(mail(), [invitation({ sequence: 1, time: wednesday })], 'sync')

    expect(moved).toMatchObject({
      state: 'undone',
      reason: 'You have deleted it in your calendar.',
    })
    expect(under.held()).toEqual({})
  })
})

it('reports a calendar that refuses on the card, and tries again', async () => {
  under.calendar.failNext('insert', new AppError('CAL_UNREACHABLE', 'It cannot be reached.'))
  const first = mail()
  expect(await place(first, [invitation()], 'sync')).toMatchObject({
    state: 'failed',
    reason: 'It cannot be reached.',
  })

  expect(await under.events.retryFailed('next')).toEqual([first.emailId])
  expect(only(await under.eventsOf(first.emailId)).state).toBe('created')
  expect(await under.events.retryFailed('next')).toEqual([])
})

it('takes out what was undone while the calendar was away, once it is back', async () => {
  const first = mail()
  const { id } = await place(first, [invitation()], 'sync')
  under.calendar.failNext('remove', new AppError('CAL_UNREACHABLE', 'It cannot be reached.'))

  await expect(under.events.undo(id)).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
  expect(Object.keys(under.held())).toEqual([id])
  await under.reopen()
  await under.events.retryFailed('next')

  expect(under.held()).toEqual({})
  expect(only(await under.eventsOf(first.emailId)).state).toBe('undone')
})

it('ends with the sign-in, and goes on with the next one', async () => {
  const lost = new AppError('CAL_TOKEN_REVOKED', 'Google Calendar tokens were revoked.')
  under.calendar.failNext('busy', lost)
  const first = mail()

  await expect(place(first, [invitation()], 'sync')).rejects.toBe(lost)
  expect(only(await under.eventsOf(first.emailId)).state).toBe('failed')
  await under.events.retryFailed('next')
  expect(only(await under.eventsOf(first.emailId)).state).toBe('created')
})

it('leaves nothing of a mail undone that the end of a sign-in has cut off', async () => {
  const lost = new AppError('CAL_TOKEN_REVOKED', 'Google Calendar tokens were revoked.')
  under.calendar.failNext('busy', lost)
  const both = [invitation(), invitation({ uid: 'other', time: wednesday })]
  await expect(under.events.place(mail(), both, 'sync')).rejects.toBe(lost)

  await under.events.retryFailed('next')

  expect(Object.keys(under.held())).toHaveLength(2)
})

it('waits for a calendar where none is connected', async () => {
  under.inUse = null
  expect((await place(mail(), [invitation()], 'sync')).state).toBe('failed')

  under.inUse = 'local'
  await under.events.retryFailed('next')
  expect(Object.keys(under.held())).toHaveLength(1)
})

it('forgets mails with what only they have brought', async () => {
  const [first, second, third] = [mail(), mail(), mail()]
  await place(first, [invitation()], 'sync')
  await place(second, [invitation({ uid: 'other', time: wednesday })], 'sync')
  await place(third, [invitation({ uid: 'other', time: wednesday })], 'sync')

  await under.events.forget([first.emailId, second.emailId])
  expect(Object.values(under.held())).toEqual([`${wednesday.start} Interview at Acme`])
  expect(await under.eventsOf(first.emailId)).toEqual([])

  expect((await place(first, [invitation()], 'sync')).state).toBe('created')
})

it('keeps no earlier versions where there are many, and every appointment', async () => {
  const first = mail()
  const event = await place(first, [invitation()], 'sync')
  for (let n = 0; n < 30; n++) {
    await under.events.undo(event.id)
    await under.events.add(event.id, undefined)
  }
  const shown = await under.eventsOf(first.emailId)
  const size = async () => {
    const folder = join(under.folder, 'records', 'appointments')
    const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
    return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
  }
  const before = await size()
  await under.events.retryFailed('next')

  expect(await size()).toBeLessThan(before / 50)
  await under.close()
  await rm(join(under.folder, 'index.db'))
  await under.reopen()
  expect(await under.eventsOf(first.emailId)).toEqual(shown)
  expect(shown).toHaveLength(1)
})
