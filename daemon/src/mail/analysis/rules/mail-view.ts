import { detectLanguage, type Language } from '../../dates/detect-language.ts'
import { withoutHistory } from '../../dates/quoted-history.ts'
import { splitSentences } from '../../dates/split-sentences.ts'
import type { MailToAnalyze, ReadMessage } from '../../ports.ts'
import { isMassMail } from '../is-mass-mail.ts'
import { isSuspicious } from '../is-suspicious.ts'
import { foldText } from './fold-text.ts'
import { isFromHiringSystem } from './senders.ts'

/** What is read of a mail, in characters (security design, 12.2). */
export const READ_CHARACTERS = 12_000

/** A mail as the rules look at it. The folded texts are what patterns are matched with. */
export interface MailView {
  readonly mail: MailToAnalyze
  /** What its author wrote: without quoted mails and without a signature. */
  readonly ownText: string
  /** Each on one line. */
  readonly sentences: readonly string[]
  readonly language: Language
  readonly folded: {
    readonly sender: string
    readonly subject: string
    readonly text: string
    readonly anywhere: string
  }
  readonly isMass: boolean
  readonly isFromHiringSystem: boolean
  readonly isSuspicious: boolean
}

export function viewMail(mail: MailToAnalyze): MailView {
  const { message } = mail
  const ownText = ownTextOf(message)
  const subject = foldText(message.subject)
  const text = foldText(ownText).replace(/\s+/g, ' ')
  const invited = mail.appointments.map(({ summary }) => foldText(summary)).join(' . ')
  return {
    mail,
    ownText,
    sentences: sentencesOf(ownText),
    language: detectLanguage(`${message.subject}\n${ownText}`),
    folded: {
      sender: foldText(`${message.from.name} <${message.from.address}>`),
      subject,
      text,
      anywhere: `${subject} . ${invited} . ${text}`,
    },
    isMass: isMassMail(message),
    isFromHiringSystem: isFromHiringSystem(message),
    isSuspicious: isSuspicious(message),
  }
}

function ownTextOf({ text }: ReadMessage): string {
  const own = withoutHistory(text.slice(0, READ_CHARACTERS))
  // RFC 3676, 4.3: two hyphens and a space on a line begin the signature
  return own.split(/\n--[ \u00a0]?\n/)[0]?.trim() ?? ''
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
}
