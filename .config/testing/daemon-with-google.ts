import { freePort } from './free-port.ts'
import { type Google, startGoogle } from './google.ts'
import { type DaemonOptions, type RunningDaemon, startDaemon } from './start-daemon.ts'

export interface DaemonWithGoogle {
  readonly daemon: RunningDaemon
  readonly google: Google
  /** Starts another one in the place of a daemon that has ended, at the same address and with other settings. */
  restart(env?: DaemonOptions['env']): Promise<RunningDaemon>
}

/** A daemon in Zurich whose Google Calendar is an emulated one. */
export async function startDaemonWithGoogle(
  options: Omit<DaemonOptions, 'port'> = {},
): Promise<DaemonWithGoogle> {
  const port = await freePort()
  const google = await startGoogle({
    redirectUris: [`http://localhost:${port}/api/calendar/callback`],
  })
  const env = {
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_OAUTH_BASE_URL: google.url,
    GOOGLE_API_BASE_URL: google.url,
    USER_TIME_ZONE: 'Europe/Zurich',
    ...options.env,
  }
  const restart = (changes?: DaemonOptions['env']) =>
    startDaemon({ ...options, port, env: { ...env, ...changes } })
  return { daemon: await restart(), google, restart }
}
