import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { cleanLine } from '../../platform/clean-text.ts'
import type { FetchedMail, ReadMessage } from '../ports.ts'
import { isBulk } from './is-bulk.ts'
import { readAddresses } from './read-addresses.ts'
import { readAuthentication } from './read-authentication.ts'
import { readDate } from './read-date.ts'
import { readIds } from './read-ids.ts'
import { readParts } from './read-parts.ts'
import { unreadable } from './unreadable.ts'
import { visibleText } from './visible-text.ts'

const MAX_SUBJECT_CHARACTERS = 1000
const MAX_HEADER_BYTES = 256 * 1024

/**
 * Reads a raw mail. It never throws: what cannot be read leaves its field empty, and `problem` says
 * why. It may take long or much memory for a mail that was made to, so the daemon calls it through
 * `createMessageReader`.
 */
export async function readMessage(mail: FetchedMail): Promise<ReadMessage> {
  try {
    return await read(mail)
  } catch {
    return readHeadersOnly(mail.source, 'This email is damaged and its text could not be read.')
  }
}

/** The same of the header section alone; its text is empty and `problem` says why. */
export async function readHeadersOnly(source: Uint8Array, problem: string): Promise<ReadMessage> {
  try {
    const email = await PostalMime.parse(inUtf8(source, headerSection(source)))
    return {
      ...headersOf(email),
      text: '',
      invitations: [],
      jsonLd: [],
      hiddenCharacters: 0,
      problem,
    }
  } catch {
    return unreadable(problem)
  }
}

async function read(mail: FetchedMail): Promise<ReadMessage> {
  const header = headerSection(mail.source)
  const utf8 = inUtf8(mail.source, header)
  const source =
    utf8 === header ? mail.source : Buffer.concat([utf8, mail.source.subarray(header.length)])
  const email = await PostalMime.parse(source)
  const headers = headersOf(email)
  const { html, plain, invitations } = readParts(email, mail)
  const body = visibleText({ html, plain })
  return { ...headers, ...body, invitations, problem: null }
}

function headersOf(email: Email) {
  const addresses = readAddresses(email)
  return {
    ...readIds(email),
    ...addresses,
    ...readDate(email.headers.find(({ key }) => key === 'date')?.value),
    subject: cleanLine(email.subject ?? '').slice(0, MAX_SUBJECT_CHARACTERS),
    isBulk: isBulk(email.headers),
    ...readAuthentication(email.headers, addresses.from.address),
  }
}

function headerSection(source: Uint8Array): Uint8Array {
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).subarray(
    0,
    MAX_HEADER_BYTES,
  )
  const ends = [text.indexOf('\n\n'), text.indexOf('\n\r\n')].filter((end) => end >= 0)
  return text.subarray(0, Math.min(text.length, ...ends) + 1)
}

/**
 * A header section whose raw bytes are not UTF-8 (RFC 6532) as UTF-8: they are taken to be in the
 * charset that the mail names for its text, as old programs write them, else in windows-1252.
 */
function inUtf8(source: Uint8Array, header: Uint8Array): Uint8Array {
  const bytes = Buffer.from(header.buffer, header.byteOffset, header.byteLength)
  if (isUtf8(bytes)) return header
  const beginning = Buffer.from(source.subarray(0, MAX_HEADER_BYTES)).toString('latin1')
  const [, named = ''] = /\bcharset\s*=\s*"?([\w.:-]+)/i.exec(beginning) ?? []
  // one that says UTF-8 is wrong here, and UTF-16 would take letters of the header for others
  const charset = /^utf/i.test(named) ? 'windows-1252' : named
  return Buffer.from(decoded(bytes, charset))
}

function decoded(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
