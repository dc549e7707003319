import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DaemonWithGoogle,
  startDaemonWithGoogle,
} from '../../.config/testing/daemon-with-google.ts'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import type { Google } from '../../.config/testing/google.ts'
import type { MailClient } from './mail-client.ts'

export interface GoogleUnderTest extends DaemonWithGoogle {
  /** What the daemon has stored, its keys and its log beside it. */
  readonly room: string
  deliver(name: string, raw: Uint8Array): Promise<void>
}

/** A daemon with a folder of mails and a Google client, and the Google that knows it. */
export async function googleUnderTest(
  env: Readonly<Record<string, string>> = {},
): Promise<GoogleUnderTest> {
  const room = await freshFolder()
  const mails = join(room, 'mails')
  for (const name of ['mails', 'own']) await mkdir(join(room, name))
  return {
    ...(await startDaemonWithGoogle({
      dataFolder: join(room, 'own', 'data'),
      env: { MAILBOX_FILE: mails, ...env },
    })),
    room,
    deliver: (name, raw) => writeFile(join(mails, `${name}.eml`), raw),
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
