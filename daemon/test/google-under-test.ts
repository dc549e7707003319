import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../.config/testing/free-port.ts'
import { type Google, startGoogle } from '../../.config/testing/google.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import type { MailClient } from './mail-client.ts'

export interface GoogleUnderTest {
  readonly google: Google
  /** The one that runs now. */
  readonly daemon: RunningDaemon
  /** What the daemon has stored, its keys and its log beside it. */
  readonly room: string
  deliver(name: string, raw: Uint8Array): Promise<void>
  /** Starts another daemon with the same data in the place of one that has ended. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A daemon with a folder of mails and a Google client, and the Google that knows it. */
export async function googleUnderTest(
  env: (google: Google) => Readonly<Record<string, string>> = () => ({}),
): Promise<GoogleUnderTest> {
  const room = await mkdtemp(join(tmpdir(), 'shortlist-google-'))
  const mails = join(room, 'mails')
  await mkdir(mails)
  const port = await freePort()
  const google = await startGoogle({
    redirectUris: [`http://localhost:${port}/api/calendar/callback`],
  })
  const start = () =>
    startDaemon({
      port,
      dataFolder: join(room, 'own', 'data'),
      env: {
        MAILBOX_FILE: mails,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
        GOOGLE_OAUTH_BASE_URL: google.url,
        GOOGLE_API_BASE_URL: google.url,
        USER_TIME_ZONE: 'Europe/Zurich',
        ...env(google),
      },
    })
  await mkdir(join(room, 'own'))
  let daemon = await start()
  return {
    google,
    room,
    get daemon() {
      return daemon
    },
    deliver: (name, raw) => writeFile(join(mails, `${name}.eml`), raw),
    async restart() {
      daemon = await start()
    },
    async stop() {
      await daemon.stop()
      await google.stop()
      await rm(room, { recursive: true, force: true })
    },
  }
}

/** Does what the popup does; resolves to where it ends. */
export async function signInAtGoogle({ google }: { google: Google }, { caller, post }: MailClient) {
  const asked = await post('/api/calendar/connect')
  const { authUrl } = (await asked.json()) as { authUrl: string }
  const transaction = asked.headers.getSetCookie()[0]?.split(';')[0]
  const answer = await fetch(await google.consent(authUrl), {
    headers: { cookie: `${caller.cookie}; ${transaction}` },
    redirect: 'manual',
  })
  return answer.headers.get('location') ?? ''
}

/** The events that Google was asked to insert, oldest first. */
export function insertsAt(google: Google): Google['requests'] {
  return google.requests.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/calendars/primary/events'),
  )
}

/** Every key of an event that may leave the daemon (security design, 12.3). */
export const eventKeys = [
  'description',
  'end',
  'extendedProperties',
  'guestsCanInviteOthers',
  'id',
  'location',
  'start',
  'summary',
  'visibility',
]
