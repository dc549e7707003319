import { mailCopy } from '../mail-copy.ts'

/** A reply that is to be prefilled. */
interface Reply {
  /** A bare address, or empty. */
  readonly to: string
  /** The subject of the mail that is answered. */
  readonly subject: string
  readonly body: string
}

const protocols = ['https:', 'http:', 'mailto:']

/**
 * The address of a compose window with recipient, subject ("Re: ...", once) and body filled in, on
 * top of what the configured address already says. Null for an address that opens none.
 */
export function composeLink(composeUrl: string, { to, subject, body }: Reply): string | null {
  if (!URL.canParse(composeUrl)) return null
  const url = new URL(composeUrl)
  if (!protocols.includes(url.protocol)) return null
  const fields = { to, [subjectField(url)]: replySubject(subject), body }
  return url.protocol === 'mailto:' ? mailtoLink(url, fields) : webLink(url, fields)
}

/** The subject of a reply: an answer to an answer keeps its one "Re:". */
export function replySubject(subject: string): string {
  const text = subject.trim()
  return /^re\s*:/i.test(text) ? text : mailCopy.draftSubject(text)
}

/** Gmail calls the subject `su` and knows no other name. */
function subjectField(url: URL): 'su' | 'subject' {
  return url.hostname === 'mail.google.com' || url.searchParams.has('su') ? 'su' : 'subject'
}

function webLink(url: URL, fields: Readonly<Record<string, string>>): string {
  url.search = query(url, fields)
  return url.href
}

/** RFC 6068: the recipient is the path, line ends are CRLF, and a space is never a plus. */
function mailtoLink(url: URL, { to = '', ...fields }: Readonly<Record<string, string>>): string {
  const path = to ? encodeURIComponent(to).replace('%40', '@') : url.pathname
  const lines = Object.entries(fields).map(([name, text]) => [name, withCrlf(text)] as const)
  return `mailto:${path}${query(url, Object.fromEntries(lines))}`
}

function withCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

function query(url: URL, fields: Readonly<Record<string, string>>): string {
  const kept = [...url.searchParams].filter(([name]) => !(name in fields))
  const added = Object.entries(fields).filter(([, text]) => text !== '')
  const pairs = [...kept, ...added].map(([name, text]) => `${encode(name)}=${encode(text)}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Half a character, which no address can hold, becomes the replacement character. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
