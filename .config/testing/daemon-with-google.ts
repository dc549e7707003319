import { freePort } from './free-port.ts'
import { type Google, startGoogle } from './google.ts'
import { type DaemonOptions, type RunningDaemon, startDaemon } from './start-daemon.ts'

export interface DaemonWithGoogle {
  readonly daemon: RunningDaemon
  readonly google: Google
}

/** A daemon in Zurich whose Google Calendar is an emulated one. Both are to be stopped. */
export async function startDaemonWithGoogle(
  options: Pick<DaemonOptions, 'args'> = {},
): Promise<DaemonWithGoogle> {
  const port = await freePort()
  const google = await startGoogle({
    redirectUris: [`http://localhost:${port}/api/calendar/callback`],
  })
  const daemon = await startDaemon({
    ...options,
    port,
    env: {
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_OAUTH_BASE_URL: google.url,
      GOOGLE_API_BASE_URL: google.url,
      USER_TIME_ZONE: 'Europe/Zurich',
    },
  })
  return { daemon, google }
}
