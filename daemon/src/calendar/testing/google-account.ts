import { type Google, startGoogle } from '../../../../.config/testing/google.ts'
import type { GoogleTokens } from '../connection-store.ts'
import { GoogleCalendar } from '../google-calendar.ts'
import { GoogleAccess, GoogleOAuth, type GoogleSettings } from '../google-oauth.ts'
import { NOW } from './proposals.ts'

export const REDIRECT_URI = 'http://localhost:4000/api/calendar/callback'

/** A Google of its own for the running test. */
export function freshGoogle(): Promise<Google> {
  return startGoogle({ redirectUris: [REDIRECT_URI] })
}

export function settingsOf({ clientId, clientSecret, url }: Google) {
  return { clientId, clientSecret, calendarId: 'primary', oauthBaseUrl: url, apiBaseUrl: url }
}

/** A calendar of somebody who has signed in, and the tokens that it works with. */
export async function signedIn(google: Google, changes: Partial<GoogleSettings> = {}) {
  const settings = { ...settingsOf(google), ...changes }
  const end = new AbortController()
  const stop = end.signal
  const oauth = new GoogleOAuth(settings, stop)
  const verifier = 'v'.repeat(43)
  const asked = { state: 'state', verifier, redirectUri: REDIRECT_URI }
  const back = new URL(await google.consent(oauth.authUrl(asked)))
  const code = back.searchParams.get('code') ?? ''
  const granted = await oauth.exchange({ code, verifier, redirectUri: REDIRECT_URI })
  const stored: { tokens: GoogleTokens | undefined } = {
    tokens: {
      accessToken: granted.accessToken,
      refreshToken: granted.refreshToken ?? '',
      expiresAt: NOW.getTime() + granted.lifetime,
    },
  }
  const clock = { now: NOW }
  const waits: number[] = []
  const access = new GoogleAccess({
    oauth,
    tokens: () => stored.tokens,
    keep: async (tokens) => {
      stored.tokens = tokens
    },
    end: async () => {
      stored.tokens = undefined
    },
    now: () => clock.now,
  })
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const now = () => clock.now
  const calendar = new GoogleCalendar({ settings, access, now, wait, stop, random: () => 0 })
  return { calendar, stored, clock, waits, end }
}
