import type { SpeechAct } from '@shortlist/contracts/calendar'
import type { Category } from '@shortlist/contracts/mail'
import { detectLanguage, type Language, splitSentences } from '../../mail-text.ts'
import type { MailToAnalyze } from '../../ports.ts'
import { type FoldedMail, foldMail, isSuspicious, ownTextOf } from '../learned/judge-mail.ts'
import { isMassMail } from './senders.ts'
import { speechAct } from './speech-act.ts'

/** A mail as the rules look at it. */
export interface MailView {
  readonly mail: MailToAnalyze
  /** What its author wrote: without quoted mails and without a signature. */
  readonly ownText: string
  /** Each on one line. */
  readonly sentences: readonly string[]
  readonly language: Language
  readonly folded: FoldedMail
  /** What it does to a time, as far as its invitations or its beginning say. */
  readonly act: SpeechAct
  readonly isMass: boolean
  readonly isSuspicious: boolean
}

export function viewMail(mail: MailToAnalyze): MailView {
  const { message } = mail
  const ownText = ownTextOf(message)
  const folded = foldMail(message, ownText)
  return {
    mail,
    ownText,
    sentences: sentencesOf(ownText),
    language: detectLanguage(`${message.subject}\n${ownText}`),
    folded,
    act: actOf(mail, folded),
    isMass: isMassMail(message),
    isSuspicious: isSuspicious(message),
  }
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
}

/** How much of a text says what a mail is about, in characters. */
const OPENING = 600

function actOf({ appointments }: MailToAnalyze, { subject, text }: FoldedMail): SpeechAct {
  const words = speechAct(`${subject}. ${text.slice(0, OPENING)}`)
  if (appointments.length === 0) return words
  if (appointments.every(({ method }) => method === 'cancel')) return 'cancels'
  // RFC 5546, 3.2.2: a higher number stands for a change
  const isNewer = appointments.some(
    ({ source, method, sequence }) =>
      source === 'invitation' && method === 'request' && sequence > 0,
  )
  return isNewer || words === 'moves' ? 'moves' : 'invites'
}

/** Whether a mail calls an appointment off without naming another time. */
export function isCalledOff({ act }: MailView): boolean {
  return act === 'cancels' || act === 'postpones'
}

/** Whether a mail speaks to everybody: "Register by Friday" is then no duty of its reader. */
export function isForMany(category: Category, { isMass }: MailView): boolean {
  return isMass || category === 'newsletter'
}

/** A question or a request to the reader, folded. */
export const asks =
  /\?|\b(?:please (?:send|let|tell|share|confirm|upload|name)|bitte (?:senden|schicken|teilen)|fehlen uns|(?:merci de|veuillez)(?! ne pas))\b/

/** The reader is asked for times, folded. */
export const asksForTimes =
  /\b(?:availability|time ?slots|slots|(?:two|three|few|some|several) (?:or three )?(?:times|dates|days)|times (?:that|which|next)|alternatives|choose a time|pick a (?:time|slot)|(?:folgenden?|mogliche) (?:termin|tag)e?|disponibilites|any time between)\b/

/** The reader is asked to solve something, folded. */
export const asksForTest =
  /\b(?:(?:here is|complete|take|solve|attached|as discussed|invited you|next step is)\b.{0,80}\b(?:exercise|take-?home|challenge|assessment|test)|coding assessment|following test|probeaufgabe|testaufgabe|programmieraufgabe|test technique)\b/
