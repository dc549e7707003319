import { expect, it } from 'vitest'
import { connectedCalendars } from './testing/google-calendars.ts'
import { halfHour, invitation, mail } from './testing/proposals.ts'

const EVENTS = '/calendar/v3/calendars/primary/events'
const wednesday = halfHour('2026-11-25T10:00Z')

it('creates one event for a mail that is synced ten times', async () => {
  const { google, under } = await connectedCalendars()
  const first = mail()
  for (let round = 0; round < 10; round++) {
    const calendars = round % 3 === 2 ? await under.reopen() : under.calendars
    await (await calendars.eventsFor('ada')).place(first, [invitation()], `sync-${round}`)
  }

  expect(google.requests.filter(({ path }) => path.startsWith(EVENTS))).toHaveLength(1)
  expect((await under.eventsOf(first.emailId))[0]).toMatchObject({
    state: 'created',
    link: expect.stringMatching(/^https:\/\/www\.google\.com\/calendar\//),
  })
})

it('goes on through a token that ends in the middle of a sync', async () => {
  const { google, under } = await connectedCalendars()
  await (await under.calendars.eventsFor('ada')).place(mail(), [invitation()], 'sync')
  google.expireAccessTokens()

  const other = invitation({ uid: 'other', time: wednesday })
  const [event] = await (await under.calendars.eventsFor('ada')).place(mail(), [other], 'sync')

  expect(event?.state).toBe('created')
  expect(google.events.size).toBe(2)
})

it('waits where Google says that the user is busy', async () => {
  const { google, under } = await connectedCalendars()
  google.addBusy({ start: '2026-11-24T09:10:00Z', end: '2026-11-24T09:20:00Z' })

  const [event] = await (await under.calendars.eventsFor('ada')).place(
    mail(),
    [invitation()],
    'sync',
  )

  expect(event).toMatchObject({ state: 'waiting', link: '' })
  expect(google.events.size).toBe(0)
})

it('does not bring back what the user deletes at Google, unless they say so', async () => {
  const { google, under } = await connectedCalendars()
  const [event] = await (await under.calendars.eventsFor('ada')).place(
    mail(),
    [invitation()],
    'sync',
  )
  const id = event?.id ?? ''
  google.deleteEvent(id)

  const moved = [invitation({ sequence: 1, time: wednesday })]
  const [gone] = await (await under.calendars.eventsFor('ada')).place(mail(), moved, 'sync')
  expect(gone).toMatchObject({ state: 'undone', reason: 'You have deleted it in your calendar.' })
  expect(google.events.get(id)?.status).toBe('cancelled')

  const events = await under.calendars.eventsFor('ada')
  expect(await events.add(id, undefined)).toMatchObject({ id, state: 'created' })
  expect(google.events.get(id)).toMatchObject({
    status: 'confirmed',
    start: { dateTime: wednesday.start },
  })
})

it('removes what is called off, and puts it back when it takes place after all', async () => {
  const { google, under } = await connectedCalendars()
  const [event] = await (await under.calendars.eventsFor('ada')).place(
    mail(),
    [invitation()],
    'sync',
  )
  const id = event?.id ?? ''

  const off = [invitation({ sequence: 1, method: 'cancel' })]
  await (await under.calendars.eventsFor('ada')).place(mail(), off, 'sync')
  expect(google.events.get(id)?.status).toBe('cancelled')

  await (await under.calendars.eventsFor('ada')).place(
    mail(),
    [invitation({ sequence: 2 })],
    'sync',
  )
  expect(google.events.get(id)?.status).toBe('confirmed')
  expect(google.events.size).toBe(1)
})

it('keeps an event that Google does not take on its card, and tries again', async () => {
  const { google, under } = await connectedCalendars()
  google.failNext(503, 'backendError', 6)
  const first = mail()

  const [event] = await (await under.calendars.eventsFor('ada')).place(
    first,
    [invitation()],
    'sync',
  )
  expect(event).toMatchObject({ state: 'failed', reason: 'Google Calendar cannot be reached.' })

  under.setNow(new Date('2026-11-20T12:01:00.000Z'))
  expect(await (await under.calendars.eventsFor('ada')).retryFailed('next')).toEqual([
    first.emailId,
  ])
  expect(google.events.size).toBe(1)
})
