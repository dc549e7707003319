import { withoutHistory } from '../../dates/quoted-history.ts'
import type { ReadMessage } from '../../ports.ts'

/** What is read of a mail, in characters (security design, 12.2). */
export const READ_CHARACTERS = 12_000

/** The texts of a mail as patterns are matched with them (see `foldText`). */
export interface FoldedMail {
  readonly sender: string
  readonly subject: string
  /** What its invitations are called. */
  readonly invited: string
  /** What its author wrote. */
  readonly text: string
  readonly anywhere: string
}

const accented = /[\u00c0-\u024f]/g
const spaces = /[\u00a0\u2007\u2009\u202f]/g
const quotes = /[\u2018\u2019\u02bc]/g
const dashes = /[\u2010-\u2015]/g

/**
 * The text in lower case and without accents, for patterns written in plain letters ("ß" as "s").
 * Every character keeps its place: an index of the result is one of the text.
 */
export function foldText(text: string): string {
  return text
    .replace(/[A-Z\u00c0-\u024f]/g, lower)
    .replace(accented, baseLetter)
    .replace(spaces, ' ')
    .replace(quotes, "'")
    .replace(dashes, '-')
}

function lower(letter: string): string {
  const small = letter.toLowerCase()
  return small.length === letter.length ? small : letter
}

function baseLetter(letter: string): string {
  return letter === 'ß' ? 's' : letter.normalize('NFD').charAt(0)
}

export function foldMail(message: ReadMessage, ownText = ownTextOf(message)): FoldedMail {
  const { from, invitations } = message
  const subject = foldText(message.subject)
  const text = foldText(ownText).replace(/\s+/g, ' ')
  const named = invitations.flatMap((each) => /^SUMMARY[^:\n]*:(.*)$/im.exec(each)?.[1] ?? [])
  const invited = foldText(named.join(' . '))
  return {
    sender: foldText(`${from.name} <${from.address}>`),
    subject,
    invited,
    text,
    anywhere: `${subject} . ${invited} . ${text}`,
  }
}

/** What its author wrote: without quoted mails and without a signature. */
export function ownTextOf({ text }: ReadMessage): string {
  const own = withoutHistory(text.slice(0, READ_CHARACTERS))
  // RFC 3676, 4.3: two hyphens and a space on a line begin the signature
  return own.split(/\n--[ \u00a0]?\n/)[0]?.trim() ?? ''
}
