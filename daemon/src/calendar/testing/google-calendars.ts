import type { Google } from '../../../../.config/testing/google.ts'
import type { SignInReturn } from '../sign-ins.ts'
import { calendarsUnderTest } from './calendars-under-test.ts'
import { freshGoogle, settingsOf } from './google-account.ts'

export const CLIENT = 'http://localhost:3000'

/** Calendars with a Google of their own, where nobody has signed in. */
export async function googleCalendars() {
  const google = await freshGoogle()
  const settings = settingsOf(google)
  const under = await calendarsUnderTest({ google: () => settings })
  return { google, under }
}

/** What the popup of `userId` brings back once the user has agreed. */
export async function popup(
  { google, under }: Awaited<ReturnType<typeof googleCalendars>>,
  userId = 'ada',
  options: Parameters<Google['consent']>[1] = {},
): Promise<SignInReturn> {
  const sessionId = `session of ${userId}`
  const start = { userId, sessionId, origin: CLIENT }
  const { authUrl, transaction } = await under.calendars.connect(start)
  const { searchParams } = new URL(await google.consent(authUrl, options))
  const [code, state] = ['code', 'state'].map((name) => searchParams.get(name) ?? undefined)
  return { userId, sessionId, transaction, code, state }
}

/** The same, with somebody who is signed in at the end. */
export async function connectedCalendars() {
  const parts = await googleCalendars()
  const address = await parts.under.calendars.finishConnection(await popup(parts))
  if (!address.endsWith('calendar_connected=true')) throw new Error(address)
  return parts
}
