import { getCACertificates } from 'node:tls'
import type { ImapFlow, ImapFlowOptions, MailboxObject } from 'imapflow'
import { imapHost } from './providers.ts'

/** Where a mailbox lies and how it is opened. */
export interface ImapSettings {
  /** Where it is not set, the domain of the address tells (`imapHost`). */
  readonly host: string | undefined
  readonly port: number
  /** `starttls` goes on only once the connection is encrypted; `none` is for this computer. */
  readonly security: 'tls' | 'starttls' | 'none'
  /** Mostly the address. */
  readonly user: string
  readonly appPassword: string
  readonly folder: string
  /** PEM text of the authority that the server's certificate hangs on, besides the known ones. */
  readonly ca: string | undefined
  /** Where "Use Draft" leads; the provider's own page where it is not set. */
  readonly composeUrl: string | undefined
}

/** How patient a connection is, and when it begins to listen for news; all in milliseconds. */
export interface ImapTimers {
  /** Until the transport is up. */
  readonly connectMs: number
  readonly greetingMs: number
  /** Until somebody is signed in, however busy the line is. */
  readonly openMs: number
  /** For one piece of work, however busy the line is. */
  readonly workMs: number
  /** Silence in which an answer was due. */
  readonly silenceMs: number
  /** Rest after which the server is asked to tell of new mail (IDLE). */
  readonly idleAfterMs: number
}

export const imapTimers: ImapTimers = {
  connectMs: 15_000,
  greetingMs: 10_000,
  openMs: 60_000,
  workMs: 10 * 60_000,
  silenceMs: 60_000,
  idleAfterMs: 1_000,
}

/** A server that sends more than it was asked for is not to fill the memory. */
const MAX_LITERAL_BYTES = 25 * 1024 * 1024
const MAX_LINE_BYTES = 16 * 1024 * 1024
const MAX_RESPONSE_BYTES = 48 * 1024 * 1024

interface OpeningParts {
  readonly timers: ImapTimers
  /** The server wants so many milliseconds of rest; the command in flight waits meanwhile. */
  onThrottle(milliseconds: number): void
  /** Ends the attempt, or the connection once it is open. */
  readonly signal: AbortSignal
}

export interface OpenImap {
  readonly client: ImapFlow
  /** What broke the connection; what was asked on it rejects with less. */
  problem(): unknown
  /** Closes it because something takes too long. */
  giveUp(): void
}

/** Bytes still trickle in, but nobody waits for them any more. */
class Overdue extends Error {
  override readonly name = 'Overdue'
  readonly code = 'ETIMEOUT'
}

/**
 * A signed-in connection, without a folder. The certificate is always verified. Rejects with what
 * the vendor throws; then nothing stays open.
 */
export async function openImap(settings: ImapSettings, parts: OpeningParts): Promise<OpenImap> {
  const { ImapFlow } = await import('imapflow')
  parts.signal.throwIfAborted()
  const client = new ImapFlow(optionsOf(settings, parts))
  let problem: unknown
  // unheard it would end the process
  client.on('error', (error) => {
    problem ??= error
  })
  const close = () => client.close()
  const giveUp = () => {
    problem ??= new Overdue()
    close()
  }
  parts.signal.addEventListener('abort', close, { once: true })
  client.on('close', () => parts.signal.removeEventListener('abort', close))
  const deadline = setTimeout(giveUp, parts.timers.openMs)
  try {
    await client.connect()
    return { client, problem: () => problem, giveUp }
  } catch (error) {
    // a refused sign-in leaves the socket open
    close()
    throw problem instanceof Overdue ? problem : error
  } finally {
    clearTimeout(deadline)
  }
}

function optionsOf(settings: ImapSettings, { timers, onThrottle }: OpeningParts): ImapFlowOptions {
  const { port, security, user, appPassword, ca } = settings
  return {
    host: imapHost(settings),
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: appPassword },
    tls: {
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca: [...getCACertificates(), ca] }),
    },
    qresync: true,
    autoIdleDelay: timers.idleAfterMs,
    connectionTimeout: timers.connectMs,
    greetingTimeout: timers.greetingMs,
    socketTimeout: timers.silenceMs,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxLineLength: MAX_LINE_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
    logger: {
      debug: () => {},
      info: () => {},
      error: () => {},
      // what the vendor retries by itself is said nowhere else
      warn({ err }: { err?: { code?: string; throttleReset?: number } }) {
        if (err?.code === 'ETHROTTLE') onThrottle(err.throttleReset ?? 0)
      },
    },
  }
}

/** The connection has ended where the vendor only answers with nothing. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection'
  readonly code = 'NoConnection'
}

/**
 * Opens a folder, for reading unless told otherwise. With the UIDVALIDITY and MODSEQ that were known of
 * it, the server tells what has vanished since (RFC 7162). Throws what the vendor throws;
 * `mailboxMissing` stands on it where there is no such folder.
 */
export async function openFolder(
  client: ImapFlow,
  folder: string,
  options: { readOnly?: boolean; uidValidity?: string; changedSince?: string | null } = {},
): Promise<MailboxObject> {
  const opened: MailboxObject | undefined = await client.mailboxOpen(folder, {
    readOnly: true,
    ...options,
  })
  if (!opened || !client.mailbox) throw new LostConnection()
  return opened
}
