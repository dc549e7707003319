import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { eventsUnderTest } from '../testing/events-under-test.ts'
import { halfHour, invitation, mail } from '../testing/proposals.ts'

/** The end of the process, as far as the ledger can tell. */
const killed = new Error('killed')
const wednesday = halfHour('2026-11-25T10:00Z')

describe.each(['before', 'after'] as const)('a daemon that ends %s the calendar has', (when) => {
  it('inserted the event: there is exactly one', async () => {
    const under = await eventsUnderTest()
    const first = mail()
    under.calendar.failNext('insert', killed, when)
    await expect(under.events.place(first, [invitation()], 'sync')).rejects.toBe(killed)

    await under.reopen()
    expect((await under.eventsOf(first.emailId))[0]).toMatchObject({ state: 'waiting' })
    await under.events.resume('next')

    expect((await under.eventsOf(first.emailId))[0]?.state).toBe('created')
    expect(Object.keys(under.held())).toHaveLength(1)
  })

  it('moved it: it has moved once', async () => {
    const under = await eventsUnderTest()
    await under.events.place(mail(), [invitation()], 'sync')
    under.calendar.failNext('update', killed, when)
    const moved = [invitation({ sequence: 1, time: wednesday })]
    await expect(under.events.place(mail(), moved, 'sync')).rejects.toBe(killed)

    await under.reopen()
    await under.events.resume('next')

    expect(Object.values(under.held())).toEqual([`${wednesday.start} Interview at Acme`])
  })

  it('removed it: it is gone', async () => {
    const under = await eventsUnderTest()
    const [event] = await under.events.place(mail(), [invitation()], 'sync')
    under.calendar.failNext('remove', killed, when)
    await expect(under.events.undo(event?.id ?? '')).rejects.toBe(killed)

    await under.reopen()
    await under.events.resume('next')
    expect(under.held()).toEqual({})

    await under.events.place(mail(), [invitation()], 'next')
    expect(under.held()).toEqual({})
  })

  it('removed what was called off: a later version puts it back', async () => {
    const under = await eventsUnderTest()
    await under.events.place(mail(), [invitation()], 'sync')
    under.calendar.failNext('remove', killed, when)
    const off = [invitation({ sequence: 1, method: 'cancel' })]
    await expect(under.events.place(mail(), off, 'sync')).rejects.toBe(killed)

    await under.reopen()
    const again = [invitation({ sequence: 2, time: wednesday })]
    await under.events.place(mail(), again, 'next')

    expect(Object.values(under.held())).toEqual([`${wednesday.start} Interview at Acme`])
  })
})

it('takes lost appointments again as the calendar holds them, and revives none', async () => {
  const under = await eventsUnderTest()
  const at = (hour: number) => halfHour(`2026-11-24T${hour}:00Z`)
  const brought = [10, 11, 12, 13, 14].map((hour) => {
    const proposal = invitation({ uid: `${hour}@acme.example`, time: at(hour) })
    return { mail: mail(hour === 13 ? { doubt: 'A newsletter.' } : {}), proposals: [proposal] }
  })
  const placed = await Promise.all(
    brought.map(async (each) => under.events.place(each.mail, each.proposals, 'sync')),
  )
  const [, onCard, inCalendar, doubted, moved] = placed.map(([event]) => event?.id ?? '')
  await under.events.undo(onCard ?? '')
  await under.calendar.remove(inCalendar ?? '')
  await under.events.add(doubted ?? '', undefined)
  await under.events.add(moved ?? '', { start: at(16).start, end: at(16).end })
  const held = under.held()
  const reports: string[] = []
  under.report = (sentence) => void reports.push(sentence)
  await under.close()
  await rm(join(under.folder, 'records', 'appointments'), { recursive: true })

  await under.reopen()
  const restore = () => under.events.restore(async () => brought, 'next')
  under.calendar.failNext('get', new AppError('CAL_UNREACHABLE', 'away'))
  await expect(restore()).rejects.toThrow('away')
  await restore()
  await under.reopen()
  await under.events.restore(() => Promise.reject(new Error('nothing is lost any more')), 'next')

  expect(under.held()).toEqual(held)
  const shown = await Promise.all(brought.map((each) => under.eventsOf(each.mail.emailId)))
  expect(shown.map(([event]) => event?.state)).toEqual([
    'created',
    'undone',
    'undone',
    'created',
    'created',
  ])
  expect(await under.events.createdIn('next')).toBe(0)
  expect(reports).toHaveLength(1)
})

it('leaves alone what the user deleted while the daemon was away', async () => {
  const under = await eventsUnderTest()
  const first = mail()
  under.calendar.failNext('insert', killed, 'after')
  await expect(under.events.place(first, [invitation()], 'sync')).rejects.toBe(killed)
  await under.calendar.remove(Object.keys(under.held())[0] ?? '')

  await under.reopen()
  await under.events.resume('next')

  expect(under.held()).toEqual({})
  expect((await under.eventsOf(first.emailId))[0]?.state).toBe('undone')
})
