import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import PostalMime, {
  type Attachment,
  type Email,
  type Header,
  type Address as Parsed,
} from 'postal-mime'
import { cleanLine } from '../../platform/clean-text.ts'
import type { Address, FetchedMail, FetchedPart, ReadMessage } from '../ports.ts'
import { readDate } from './read-date.ts'
import { visibleText } from './visible-text.ts'

const MAX_SUBJECT_CHARACTERS = 1000
const MAX_HEADER_BYTES = 256 * 1024

/**
 * Reads a raw mail. It never throws: what cannot be read leaves its field empty, and `problem` says
 * why. It may take long or much memory for a mail that was made to, so the daemon calls it through
 * `MessageReader`.
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
    return { ...unreadable(problem), ...headersOf(email) }
  } catch {
    return unreadable(problem)
  }
}

/** A mail of which nothing can be read. */
export function unreadable(problem: string): ReadMessage {
  const nothing = { text: '', invitations: [], jsonLd: [], hiddenCharacters: 0 }
  return { ...headersOf({ headers: [], headerLines: [], attachments: [] }), ...nothing, problem }
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
    isAutomatic: isAutomatic(email.headers),
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

/** Whether a program wrote to many, by its own account (RFC 2369, 2919, 3834). */
function isBulk(headers: readonly Header[]): boolean {
  return (
    isOfList(headers) ||
    headers.some(({ key, value }) => key === 'auto-submitted' && !/^no\b/i.test(value))
  )
}

/** Whether a program wrote to one reader, and not to answer, by its own account (RFC 3834, 5.1). */
function isAutomatic(headers: readonly Header[]): boolean {
  const isGenerated = headers.some(
    ({ key, value }) => key === 'auto-submitted' && /^auto-generated\b/i.test(value),
  )
  return isGenerated && !isOfList(headers)
}

function isOfList(headers: readonly Header[]): boolean {
  return headers.some(({ key, value }) => {
    if (key === 'list-unsubscribe' || key === 'list-id') return true
    return key === 'precedence' && /^(bulk|list|junk)\b/i.test(value)
  })
}

const MAX_REFERENCES = 100
const MAX_ID_CHARACTERS = 998

/** Message ids (RFC 5322, 3.6.4) with angle brackets; `references` oldest first, each once. */
function readIds(email: Email): { messageId: string; references: string[] } {
  const [messageId = ''] = idsIn(email.messageId)
  const cited = [...idsIn(email.references), ...idsIn(email.inReplyTo)]
  const references = [...new Set(cited)].filter((id) => id !== messageId)
  if (references.length <= MAX_REFERENCES) return { messageId, references }
  // The first names the thread, the last ones its newest mails.
  const [root = ''] = references
  return { messageId, references: [root, ...references.slice(1 - MAX_REFERENCES)] }
}

function idsIn(header: string | undefined): string[] {
  const text = header ?? ''
  const bracketed = text.match(/<[^<>\s]+>/g)
  if (bracketed) return bracketed.filter((id) => id.length <= MAX_ID_CHARACTERS)
  // Some programs leave the brackets out; In-Reply-To of old ones is prose.
  const bare = text.trim()
  return /^[^\s<>]+@[^\s<>]+$/.test(bare) && bare.length < MAX_ID_CHARACTERS ? [`<${bare}>`] : []
}

const MAX_RECIPIENTS = 100
const MAX_ADDRESS_CHARACTERS = 320
const nobody: Address = { name: '', address: '' }

/** From, Reply-To and To with decoded names; members of groups stand for their group. */
function readAddresses(email: Email): Pick<ReadMessage, 'from' | 'replyTo' | 'to'> {
  return {
    from: flatten(email.from)[0] ?? flatten(email.sender)[0] ?? nobody,
    replyTo: email.replyTo?.flatMap(flatten)[0] ?? null,
    to: (email.to ?? []).flatMap(flatten).slice(0, MAX_RECIPIENTS),
  }
}

function flatten(parsed: Parsed | undefined): Address[] {
  if (!parsed) return []
  const members = parsed.group ?? [parsed]
  return members.map(({ name, address }) => ({
    name: cleanLine(name).slice(0, MAX_ADDRESS_CHARACTERS),
    address: cleanLine(address ?? '').slice(0, MAX_ADDRESS_CHARACTERS),
  }))
}

const MAX_INVITATIONS = 20
const MAX_INVITATION_CHARACTERS = 1024 * 1024

/** Bodies and invitations: of a mail that is not whole, the parts that were fetched go before those of its beginning. */
function readParts(email: Email, { isWhole, parts }: FetchedMail) {
  const attached = email.attachments.filter(isInvitation).map(({ content }) => textOf(content))
  if (isWhole) return { html: email.html, plain: email.text, invitations: distinct(attached) }
  const html = joined(parts, 'text/html')
  const plain = joined(parts, 'text/plain')
  const hasBody = html !== undefined || plain !== undefined
  const fetched = parts.filter(({ type }) => type === 'text/calendar').map(({ text }) => text)
  return {
    html: hasBody ? html : email.html,
    plain: hasBody ? plain : email.text,
    invitations: distinct([...fetched, ...attached.filter((text) => END.test(text))]),
  }
}

function isInvitation({ mimeType, filename }: Attachment): boolean {
  if (mimeType === 'text/calendar' || mimeType === 'application/ics') return true
  return /\.(ics|ical|ifb)$/i.test(filename ?? '')
}

function textOf(content: Attachment['content']): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

const END = /^END:VCALENDAR\s*$/im

/** The same invitation often comes twice, as a part and as a file. */
function distinct(invitations: readonly string[]): string[] {
  const byContent = new Map(invitations.map((text) => [text.replace(/\r/g, '').trim(), text]))
  return [...byContent.values()]
    .filter((text) => text.length <= MAX_INVITATION_CHARACTERS)
    .slice(0, MAX_INVITATIONS)
}

function joined(parts: readonly FetchedPart[], type: FetchedPart['type']): string | undefined {
  const texts = parts.filter((part) => part.type === type).map(({ text }) => text)
  return texts.length === 0 ? undefined : texts.join('\n')
}

/** What the receiving server says of a mail. */
type Receipt = Pick<ReadMessage, 'authentication' | 'isSenderProven' | 'arrivedAt'>

/**
 * What the receiving server found about the author's domain (RFC 8601), and when it got the mail
 * (RFC 5321, 4.4). Only the topmost header of each kind counts: a server adds its own above all that
 * the mail brought along, so any further one may be the sender's. DMARC decides, and alone proves;
 * without it SPF or DKIM of the same domain.
 */
function readAuthentication(headers: readonly Header[], from: string): Receipt {
  const results = headers.find(({ key }) => key === 'authentication-results')?.value
  const statements = (results ?? '')
    .replace(/\([^()]*\)/g, ' ')
    .split(';')
    .map((statement) => statement.trim().toLowerCase())
  const author = domainOf(from)
  const [dmarc] = resultsOf(statements, 'dmarc')
  const isProven = dmarc?.result === 'pass' && (dmarc.domain === '' || dmarc.domain === author)
  const received = headers.find(({ key }) => key === 'received')?.value ?? ''
  return {
    authentication:
      dmarc?.result === 'pass' || dmarc?.result === 'fail'
        ? dmarc.result
        : withoutDmarc(statements, author),
    isSenderProven: results === undefined ? undefined : isProven,
    arrivedAt: readDate(received.slice(received.lastIndexOf(';') + 1)).date,
  }
}

function withoutDmarc(
  statements: readonly string[],
  author: string,
): ReadMessage['authentication'] {
  const checks = [...resultsOf(statements, 'dkim'), ...resultsOf(statements, 'spf')]
  const isProven = checks.some(
    ({ result, domain }) => result === 'pass' && author !== '' && areRelated(domain, author),
  )
  if (isProven) return 'pass'
  return checks.some(({ result }) => result === 'fail') ? 'fail' : 'unknown'
}

function resultsOf(statements: readonly string[], method: 'dmarc' | 'dkim' | 'spf') {
  return statements.flatMap((statement) => {
    const result = new RegExp(`^${method}\\s*=\\s*(\\w+)`).exec(statement)?.[1]
    if (result === undefined) return []
    const signer = /\b(?:header\.(?:d|i|from)|smtp\.mailfrom)\s*=\s*"?([^\s;"]+)/.exec(
      statement,
    )?.[1]
    return [{ result, domain: domainOf(signer ?? '') }]
  })
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The same domain, or one below the other, as DMARC's relaxed alignment has it in most cases. */
function areRelated(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}
