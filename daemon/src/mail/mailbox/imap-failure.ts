import type { ErrorCode } from '@shortlist/contracts/errors'
import type { MailboxState } from '@shortlist/contracts/mail'
import { AddressRefused } from '../../platform/egress/reach.ts'
import type { ImapSettings } from './providers.ts'

/** What went wrong with a mail server, in our words. */
export interface ImapFailure {
  readonly state: MailboxState
  readonly code: ErrorCode
  readonly sentence: string
  /** Nothing is tried again before, in milliseconds; null where back-off decides. */
  readonly waitMs: number | null
}

/** A password that was refused is not tried again on our own before this. */
const REFUSED_WAIT_MS = 5 * 60_000
const THROTTLED_WAIT_MS = 60_000

/** The same whatever lies there, so that nobody learns what a network holds. */
const REFUSED = 'The mail server lies at an address that may not be used here.'

/** What imapflow and Node put on their errors. */
interface VendorError extends Error {
  readonly code?: string
  readonly authenticationFailed?: boolean
  /** RFC 5530, or what the vendor invented. */
  readonly serverResponseCode?: string
  readonly responseStatus?: string
  readonly responseText?: string
  /** What the server said when it hung up. */
  readonly reason?: string
  readonly mailboxMissing?: boolean
  readonly tlsFailed?: boolean
  readonly throttleReset?: number
  readonly syscall?: string
}

/** Null for an error that no mail server can cause. */
export function explainFailure(error: unknown, settings: ImapSettings): ImapFailure | null {
  if (!(error instanceof Error)) return null
  if (error instanceof AddressRefused) return { ...net(REFUSED), code: 'ADDRESS_REFUSED' }
  return (
    throttled(error) ??
    refused(error) ??
    missingFolder(error, settings) ??
    disconnected(error, settings)
  )
}

const throttleCodes = ['LIMIT', 'THROTTLED', 'INUSE']

function throttled(error: VendorError): ImapFailure | null {
  // Gmail says so in words alone, behind the code ALERT, and others as they hang up
  const words = `${error.responseText ?? ''} ${error.reason ?? ''}`
  const isThrottled =
    error.code === 'ETHROTTLE' ||
    throttleCodes.includes(error.serverResponseCode ?? '') ||
    /too many|throttled|rate limit/i.test(words)
  return isThrottled ? throttledFor(Math.max(THROTTLED_WAIT_MS, error.throttleReset ?? 0)) : null
}

/** The server wants so many milliseconds of rest. */
export function throttledFor(waitMs: number): ImapFailure {
  const sentence = 'The mail server wants fewer requests. It is asked again later.'
  return { state: 'throttled', code: 'IMAP_THROTTLED', sentence, waitMs }
}

/** Codes that come with a failed sign-in and do not mean the password (RFC 5530). */
const passingCodes = ['UNAVAILABLE', 'SERVERBUG', 'CONTACTADMIN']

function refused(error: VendorError): ImapFailure | null {
  if (!error.authenticationFailed) return null
  if (passingCodes.includes(error.serverResponseCode ?? '')) {
    return net('The mail server cannot check passwords at the moment.')
  }
  const sentence = 'The mail server refused the user name or the app password.'
  return { state: 'wrong-password', code: 'IMAP_AUTH', sentence, waitMs: REFUSED_WAIT_MS }
}

function missingFolder(error: VendorError, { folder }: ImapSettings): ImapFailure | null {
  if (!error.mailboxMissing) return null
  const sentence = `The mailbox has no folder "${folder}".`
  return { state: 'folder-missing', code: 'IMAP_FOLDER', sentence, waitMs: null }
}

/** What the codes of a connection mean that is not trusted, and below of one that has failed. */
const certificates: readonly Cause[] = [
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the mail server has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the mail server is not valid yet.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the mail server belongs to another host.'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|CRL_|INVALID_CA)/,
    'The certificate of the mail server is not trusted.',
    'If it is your own server, name its certificate authority in IMAP_CA_FILE.',
    'If it is your own server, whoever set this computer up can name its authority in IMAP_CA_FILE.',
  ],
  [
    /^(ERR_SSL|ERR_TLS|EPROTO|STARTTLS_INJECTION)/,
    'The mail server could not encrypt the connection.',
    'Check IMAP_PORT and IMAP_SECURITY.',
    'Check port and encryption.',
  ],
]

const NOT_PINNED = /SELF_SIGNED|^UNABLE_TO_|^CERT_NOT_PINNED$/
const OTHER = 'The mail server shows another certificate than the one that you trust.'

const causes: readonly Cause[] = [
  [
    /^(CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEOUT|ETIMEDOUT)$/,
    'The mail server did not answer in time.',
  ],
  [
    /^(NoConnection|EConnectionClosed|StateLogout|ClosedAfterConnectT(ext|LS)|ECONNRESET|EPIPE)$/,
    'The connection to the mail server was lost.',
  ],
  [
    /^(ParserError|MAX_IMAP_NESTING|LineTooLarge|LiteralTooLarge|ResponseTooLarge|InvalidResponse|ResponseProcessingFailed|UnexpectedTag)/,
    'The mail server sent something that could not be read.',
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    'The mail server could not be found.',
    'Check IMAP_HOST and the network.',
    'Check its name and the network.',
  ],
]

/** Codes, what they mean, and what helps where the settings of this computer name the mailbox, or a user. */
type Cause = readonly [codes: RegExp, sentence: string, bySettings?: string, byUser?: string]

function sentenceOf([, sentence, bySettings, byUser]: Cause, { reach }: ImapSettings): string {
  return [sentence, reach ? byUser : bySettings].filter((part) => part !== undefined).join(' ')
}

function disconnected(error: VendorError, settings: ImapSettings): ImapFailure | null {
  const { port } = settings
  const code = error.code || (error.tlsFailed ? 'ERR_TLS' : '')
  const found = certificates.find(([codes]) => codes.test(code))
  if (found && settings.pin && NOT_PINNED.test(code))
    return { state: 'untrusted', code: 'IMAP_TLS', sentence: OTHER, waitMs: null }
  if (found) {
    const sentence = sentenceOf(found, settings)
    return { state: 'untrusted', code: 'IMAP_TLS', sentence, waitMs: null }
  }
  const known = causes.find(([codes]) => codes.test(code))
  if (known) return net(sentenceOf(known, settings))
  if (code === 'ECONNREFUSED') return net(`The mail server takes no connections on port ${port}.`)
  if (error.responseStatus) return net('The mail server refused what it was asked.')
  return error.syscall ? net('The mail server could not be reached.') : null
}

function net(sentence: string): ImapFailure {
  return { state: 'unreachable', code: 'IMAP_NET', sentence, waitMs: null }
}
