import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { type EventsUnderTest, eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, inText, invitation, mail, NOW } from '../testing/proposals.ts'

const tuesday = halfHour('2026-11-24T09:00Z')
const wednesday = halfHour('2026-11-25T10:00Z')

let under: EventsUnderTest

beforeEach(async () => {
  under = await eventsUnderTest()
})

const done = () => under.events.doneSince(new Date(0))

/** Places an invitation, and a later version of it. */
async function book(changes: Parameters<typeof invitation>[0] = {}) {
  const from = mail({ conversation: ['talk'] })
  await under.events.place(from, [invitation(changes)], 'sync')
  return from
}

async function takeBackLast() {
  const [last] = await done()
  return under.events.takeBack(last?.eventId ?? '', last?.at ?? '')
}

it('tells what was entered, with the sentence that says so, from then on', async () => {
  const { emailId } = await book()
  const entered = {
    ...{ eventId: expect.any(String), act: 'entered', at: NOW.toISOString(), emailId },
    ...{ summary: 'Interview at Acme', time: tuesday, was: null },
    sentence: 'Invitation: Interview at Acme',
  }
  expect(await done()).toEqual([entered])
  expect(await under.events.doneSince(NOW)).toEqual([entered])
  expect(await under.events.doneSince(new Date(NOW.getTime() + 1))).toEqual([])
  await under.reopen()
  expect(await done()).toEqual([entered])
})

it('tells what was moved and what was taken out, each once and as it is now', async () => {
  await book()
  await book({ sequence: 1, time: wednesday })
  expect(await done()).toMatchObject([{ act: 'moved', time: wednesday, was: tuesday }])
  await book({ sequence: 2, method: 'cancel' })
  expect(await done()).toMatchObject([{ act: 'removed', time: wednesday, was: null }])
})

it('tells nothing of what the user has added, undone or deleted', async () => {
  const { emailId } = await book({ isProven: false, source: 'rules', uid: null })
  const [event] = await under.eventsOf(emailId)
  await under.events.add(event?.id ?? '', undefined)
  expect(await done()).toEqual([])
  await book({ uid: 'other@acme.example', time: wednesday })
  const [second] = await done()
  await under.events.undo(second?.eventId ?? '')
  expect(await done()).toEqual([])
})

it('tells nothing of what has gone with a sample', async () => {
  const { emailId } = await book()
  await under.events.forget([emailId])
  expect(await done()).toEqual([])
})

describe('taking back', () => {
  it('removes what was entered, once, and it is never entered again', async () => {
    await book()
    const [entered] = await done()
    const both = await Promise.all([takeBackLast(), takeBackLast()])
    expect(both.sort()).toEqual([false, true])
    expect(under.held()).toEqual({})
    await book({ sequence: 1, time: wednesday })
    expect(under.held()).toEqual({})
    expect(await under.events.takeBack(entered?.eventId ?? '', entered?.at ?? '')).toBe(false)
  })

  it('puts back what was moved, until it is moved anew', async () => {
    await book()
    await book({ sequence: 1, time: wednesday })
    expect(await takeBackLast()).toBe(true)
    expect(Object.values(under.held())).toEqual([`${tuesday.start} Interview at Acme`])
    expect(await done()).toEqual([])
    expect(await takeBackLast()).toBe(false)
    const thursday = halfHour('2026-11-26T09:00Z')
    await book({ sequence: 2, time: thursday })
    expect(await done()).toMatchObject([{ act: 'moved', time: thursday, was: tuesday }])
  })

  it.each([
    ['an invitation has called off', () => book({ sequence: 1, method: 'cancel' })],
    [
      'a sentence has called off',
      () =>
        under.events.place(
          mail({ date: '2026-11-20T08:00:00.000Z', conversation: ['talk'] }),
          [inText({ method: 'cancel', act: 'cancels', evidence: 'We cancel the interview.' })],
          'sync',
        ),
    ],
  ])('puts back what %s', async (_, callOff) => {
    await book()
    const held = under.held()
    await callOff()
    expect(under.held()).toEqual({})
    expect(await done()).toMatchObject([{ act: 'removed', time: tuesday }])

    const both = await Promise.all([takeBackLast(), takeBackLast()])

    expect(both.sort()).toEqual([false, true])
    expect(under.held()).toEqual(held)
    await callOff()
    expect(Object.keys(under.held()).length).toBeLessThanOrEqual(1)
    expect(await under.events.takeBack('nothing', NOW.toISOString())).toBe(false)
  })

  it('is tried again where the calendar does not answer', async () => {
    await book()
    under.calendar.failNext('remove', new AppError('CAL_UNREACHABLE', 'It does not answer.'))
    await expect(takeBackLast()).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
    await under.events.retryFailed('next')
    expect(under.held()).toEqual({})
  })
})
