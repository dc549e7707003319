import { getCACertificates } from 'node:tls'
import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import type { ImapSettings } from './imap-settings.ts'
import { imapHost } from './providers.ts'

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

export interface OpeningParts {
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
