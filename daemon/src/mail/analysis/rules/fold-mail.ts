import { withoutHistory } from '../../dates/quoted-history.ts'
import { foldText, READ_CHARACTERS } from '../../fold-text.ts'
import type { ReadMessage } from '../../ports.ts'

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
