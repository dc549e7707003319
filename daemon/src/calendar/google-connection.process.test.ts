import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectedCalendars } from './testing/google-calendars.ts'
import { invitation, mail } from './testing/proposals.ts'

describe('a connection', () => {
  it('is not asked about more often than every 5 s', async () => {
    const { google, under } = await connectedCalendars()
    const asked = () => google.requests.filter(({ path }) => path.endsWith('/freeBusy')).length

    await Promise.all([1, 2, 3].map(() => under.calendars.askStatus('ada')))
    expect(asked()).toBe(1)
    under.setNow(new Date('2026-11-20T12:00:04.999Z'))
    await under.calendars.askStatus('ada')
    expect(asked()).toBe(1)
    under.setNow(new Date('2026-11-20T12:00:05.000Z'))
    await under.calendars.askStatus('ada')
    expect(asked()).toBe(2)
  })

  it('is asked about after the clock was set back', async () => {
    const { google, under } = await connectedCalendars()
    const asked = () => google.requests.filter(({ path }) => path.endsWith('/freeBusy')).length

    await under.calendars.askStatus('ada')
    under.setNow(new Date('2026-11-19T12:00:00.000Z'))
    await under.calendars.askStatus('ada')

    expect(asked()).toBe(2)
  })

  it('stays while Google is not there', async () => {
    const { google, under } = await connectedCalendars()
    await google.stop()

    expect(await under.calendars.askStatus('ada')).toMatchObject({ connected: true, error: null })
    await expect(under.calendars.check('ada')).resolves.toBeUndefined()
  })

  it('says why Google takes no events', async () => {
    const { google, under } = await connectedCalendars()
    google.failNext(403, 'accessNotConfigured')

    expect(await under.calendars.askStatus('ada')).toMatchObject({
      connected: true,
      error: 'The Google Calendar API is not enabled for this Google client.',
    })
  })

  it('ends when the user takes the access away, in the words of the specification', async () => {
    const { google, under } = await connectedCalendars()
    await google.revokeAccess()

    expect(await under.calendars.askStatus('ada')).toMatchObject({
      connected: false,
      error: 'Google Calendar token has expired. Please reconnect.',
    })
    await expect(under.calendars.check('ada')).rejects.toMatchObject({
      code: 'CAL_TOKEN_REVOKED',
      message: expect.stringContaining('Google Calendar tokens'),
    })
    expect(under.published.at(-1)).toBe('ada calendar-changed')
  })

  it('is given back when the user disconnects; what was created stays', async () => {
    const { google, under } = await connectedCalendars()
    await (await under.calendars.eventsFor('ada')).place(mail(), [invitation()], 'sync')

    await under.calendars.disconnect('ada')

    const revoked = google.requests.at(-1)
    expect(revoked).toMatchObject({ method: 'POST', path: '/oauth2/revoke', query: {} })
    expect(Object.keys(revoked?.body ?? {})).toEqual(['token'])
    expect(await under.calendars.status('ada')).toMatchObject({
      connected: false,
      error: null,
      kind: null,
    })
    expect([...google.events.values()].map(({ status }) => status)).toEqual(['confirmed'])
    await expect(under.calendars.check('ada')).rejects.toMatchObject({ code: 'CAL_NOT_CONNECTED' })
  })

  it('rests while another calendar is chosen, and needs no other sign-in', async () => {
    const { google, under } = await connectedCalendars()
    const { calendars } = under
    const events = await calendars.eventsFor('ada')
    await events.place(mail(), [invitation()], 'sync')

    const local = await calendars.choose('ada', 'local')
    expect(local).toMatchObject({ kind: 'local', connected: true, isGoogleSignedIn: true })
    expect([...google.events.values()].map(({ status }) => status)).toEqual(['confirmed'])
    expect(await calendars.choose('ada', 'google')).toMatchObject({
      kind: 'google',
      connected: true,
      error: null,
    })
    await expect(calendars.check('ada')).resolves.toBeUndefined()

    await calendars.choose('ada', 'local')
    expect(await calendars.disconnect('ada')).toMatchObject({
      kind: 'local',
      connected: true,
      isGoogleSignedIn: false,
    })
    expect(google.requests.at(-1)?.path).toBe('/oauth2/revoke')
    await expect(calendars.choose('ada', 'google')).rejects.toMatchObject({
      code: 'CAL_NOT_CONNECTED',
    })
    expect((await calendars.status('ada')).kind).toBe('local')
  })

  it('is forgotten also where Google cannot be told', async () => {
    const { google, under } = await connectedCalendars()
    await google.stop()

    await under.calendars.disconnect('ada')

    expect((await under.calendars.status('ada')).connected).toBe(false)
    expect((await (await under.reopen()).status('ada')).connected).toBe(false)
  })

  it('cannot be used with the data folder alone', async () => {
    const { under } = await connectedCalendars()

    const elsewhere = await under.reopen({ keyFolder: join(under.folder, 'none') })

    expect(await elsewhere.status('ada')).toMatchObject({
      connected: false,
      error: expect.stringContaining('Please reconnect.'),
    })
  })
})
