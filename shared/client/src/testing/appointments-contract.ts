import { expect, it } from 'vitest'
import type { AssistantClient } from '../assistant-client.ts'
import type { ClientWorld } from './client-world.ts'

const times = { start: '2026-11-24T09:00:00Z', end: '2026-11-24T10:00:00Z' }

/** What every client promises of the calendar. */
export function testAppointments(opened: () => ClientWorld): void {
  it('says where the popup goes, and tells when the calendar is connected', async () => {
    const { client, enter, finish } = opened()
    await enter()
    expect(await client.calendar.disconnect()).toMatchObject({ connected: false, kind: null })
    await finish()
    const heard: unknown[] = []
    client.on('calendar-changed', (event) => heard.push(event))

    const address = await client.calendar.connect()
    expect(await client.calendar.status()).toMatchObject({ connected: false, error: null })
    await finish()

    expect(new URL(address).protocol).toMatch(/^https?:$/)
    expect(heard).toEqual([{}])
    expect(await client.calendar.status()).toMatchObject({ connected: true, kind: 'google' })
  })

  it('uses a local calendar whose feed can have another address, and no calendar again', async () => {
    const { client, enter } = opened()
    await enter()

    const local = await client.calendar.choose('local')
    expect(local).toMatchObject({
      connected: true,
      wasChosen: true,
      kind: 'local',
      feedUrl: expect.any(String),
    })
    const renewed = await client.calendar.renewFeed()
    expect(renewed.feedUrl).not.toBe(local.feedUrl)
    expect(await client.calendar.status()).toEqual(renewed)
    expect(await client.calendar.disconnect()).toMatchObject({
      connected: true,
      kind: 'local',
      isGoogleSignedIn: false,
    })
    await expect(client.calendar.choose('google')).rejects.toMatchObject({ status: 409 })
    expect(await client.calendar.choose('none')).toMatchObject({ connected: false, kind: null })
    expect(await client.calendar.agenda()).toEqual({ events: [] })
  })

  it('keeps where and when its user works, and takes no zone that nobody knows', async () => {
    const { client, enter } = opened()
    await enter()
    const { calendar } = client
    const { zone, setBy } = await calendar.times()
    expect(setBy).toBeNull()
    const hours = { days: [1, 2, 4], from: '08:30', to: '16:00' }

    expect(await calendar.changeTimes({ hours })).toEqual({ zone, setBy, hours })
    expect(await calendar.changeTimes({ zone: 'Europe/Lisbon' })).toMatchObject({ hours })
    await expect(calendar.changeTimes({ zone: 'Mars/Base' })).rejects.toMatchObject({ status: 400 })

    expect(await calendar.times()).toEqual({ zone: 'Europe/Lisbon', setBy, hours })
    expect((await calendar.status()).timeZone).toBe('Europe/Lisbon')
  })

  it('adds an event and removes it, and has a file of it', async () => {
    const { client, enter } = opened()
    await enter()
    await client.calendar.choose('local')
    const id = await firstEventId(client)

    expect(await client.calendar.add(id)).toMatchObject({ id, state: 'created' })
    expect(await client.calendar.undo(id)).toMatchObject({ id, state: 'undone' })
    expect(await client.calendar.add(id, times)).toMatchObject({ id, state: 'created' })
    if (client.abilities.canUseAddresses) expect(client.calendar.icsUrl(id)).toContain(id)
    else expect((await client.calendar.ics(id)).type).toContain('text/calendar')
  })

  it('refuses what is asked of an event that is not there', async () => {
    const { client, enter } = opened()
    await enter()
    await client.calendar.choose('local')

    await expect(client.calendar.add('event9999')).rejects.toMatchObject({ status: 404 })
    await expect(client.calendar.undo('event9999')).rejects.toMatchObject({ status: 404 })
  })
}

async function firstEventId(client: AssistantClient): Promise<string> {
  const { emails } = await client.mail.status()
  const [event] = emails.flatMap(({ events }) => events)
  if (!event) throw new Error('the world has no event')
  return event.id
}
