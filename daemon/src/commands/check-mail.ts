import type { Config } from '../env.ts'
import { AppError } from '../errors.ts'
import type { Check } from './check.ts'
import { StartError } from './exit-codes.ts'
import { configuredMailbox } from './open-mailbox.ts'

const CONNECT_MS = 30_000
const silent = { info() {}, warn() {} }

/** Opens the configured mailbox once, and says how it is. */
export async function checkMailbox(config: Config): Promise<Check> {
  const name = 'Mailbox'
  try {
    const open = await configuredMailbox(config, silent)
    if (!open) return notConfigured(name)
    const mailbox = open()
    try {
      await mailbox.connect(AbortSignal.timeout(CONNECT_MS))
      return { name, state: 'ok', found: mailbox.health().label }
    } finally {
      await mailbox.close()
    }
  } catch (failure) {
    if (!(failure instanceof AppError || failure instanceof StartError)) throw failure
    return { name, state: 'fail', found: failure.message, fix: 'Correct the IMAP_ settings.' }
  }
}

/** Whether events can go to Google Calendar; the local one needs nothing. */
export function checkCalendar({
  GOOGLE_CLIENT_ID: id,
  GOOGLE_CLIENT_SECRET: secret,
}: Config): Check {
  const name = 'Calendar'
  if (id !== undefined && secret !== undefined) {
    return { name, state: 'ok', found: 'a Google client is configured' }
  }
  if (id === undefined && secret === undefined) {
    return { name, state: 'ok', found: 'local calendar, no Google client is configured' }
  }
  return {
    name,
    state: 'warn',
    found: 'half of a Google client is configured',
    fix: 'Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  }
}

function notConfigured(name: string): Check {
  return {
    name,
    state: 'warn',
    found: 'not configured',
    fix: 'Set IMAP_USER and IMAP_APP_PASSWORD (and IMAP_HOST), or try --sample.',
  }
}
