import { describe, expect, it } from 'vitest'
import { calendarsUnderTest } from './testing/calendars-under-test.ts'
import { connectedCalendars, googleCalendars, popup } from './testing/google-calendars.ts'

const page = 'http://localhost:3000/oauth-success.html'

describe('the way to Google', () => {
  it('asks for events and free/busy alone, with a state and a hashed secret', async () => {
    const { under } = await googleCalendars()
    const start = { userId: 'ada', sessionId: 's', origin: 'http://localhost:3000' }
    const { authUrl, transaction } = await under.calendars.connect(start)
    const asked = Object.fromEntries(new URL(authUrl).searchParams)

    expect(asked).toEqual({
      client_id: 'client.example.test',
      redirect_uri: 'http://localhost:4000/api/calendar/callback',
      response_type: 'code',
      scope:
        'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.freebusy',
      access_type: 'offline',
      prompt: 'consent',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(authUrl).not.toContain(transaction)
  })

  it('names what to configure where there is no client', async () => {
    const { calendars } = await calendarsUnderTest()
    const start = { userId: 'ada', sessionId: 's', origin: 'http://localhost:3000' }

    await expect(calendars.connect(start)).rejects.toMatchObject({
      code: 'CAL_NOT_CONFIGURED',
      message: expect.stringMatching(/GOOGLE_CLIENT_ID.*GOOGLE_CLIENT_SECRET/),
    })
    expect(await calendars.status('ada')).toMatchObject({ connected: false, canUseGoogle: false })
  })
})

describe('the way back', () => {
  it('connects, durably, before the browser is sent to the result page', async () => {
    const parts = await googleCalendars()
    const back = await popup(parts)

    expect(await parts.under.calendars.finishConnection(back)).toBe(
      `${page}?calendar_connected=true`,
    )
    expect(parts.under.published).toEqual(['ada calendar-changed'])
    const reopened = await parts.under.reopen()
    expect(await reopened.status('ada')).toMatchObject({
      connected: true,
      kind: 'google',
      error: null,
    })
    await expect(reopened.check('ada')).resolves.toBeUndefined()
  })

  it('works again while connected', async () => {
    const parts = await connectedCalendars()

    expect(await parts.under.calendars.finishConnection(await popup(parts))).toBe(
      `${page}?calendar_connected=true`,
    )
    await expect(parts.under.calendars.check('ada')).resolves.toBeUndefined()
  })

  it('gives back what was granted where that is too little', async () => {
    const parts = await googleCalendars()
    const scope = 'https://www.googleapis.com/auth/calendar.freebusy'
    const back = await popup(parts, 'ada', { scope })

    expect(await parts.under.calendars.finishConnection(back)).toBe(`${page}?error=oauth_failed`)
    expect(parts.google.requests.at(-1)?.path).toBe('/oauth2/revoke')
  })

  it('fails where Google is not there', async () => {
    const parts = await googleCalendars()
    const back = await popup(parts)
    await parts.google.stop()

    expect(await parts.under.calendars.finishConnection(back)).toBe(`${page}?error=oauth_failed`)
  })
})
