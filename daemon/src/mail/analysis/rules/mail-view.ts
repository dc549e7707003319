import { detectLanguage, type Language } from '../../dates/detect-language.ts'
import { splitSentences } from '../../dates/split-sentences.ts'
import type { MailToAnalyze } from '../../ports.ts'
import { isMassMail } from '../is-mass-mail.ts'
import { isSuspicious } from '../is-suspicious.ts'
import { type FoldedMail, foldMail, ownTextOf } from './fold-text.ts'

/** A mail as the rules look at it. */
export interface MailView {
  readonly mail: MailToAnalyze
  /** What its author wrote: without quoted mails and without a signature. */
  readonly ownText: string
  /** Each on one line. */
  readonly sentences: readonly string[]
  readonly language: Language
  readonly folded: FoldedMail
  readonly isMass: boolean
  readonly isSuspicious: boolean
}

export function viewMail(mail: MailToAnalyze): MailView {
  const { message } = mail
  const ownText = ownTextOf(message)
  return {
    mail,
    ownText,
    sentences: sentencesOf(ownText),
    language: detectLanguage(`${message.subject}\n${ownText}`),
    folded: foldMail(message, ownText),
    isMass: isMassMail(message),
    isSuspicious: isSuspicious(message),
  }
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
}
