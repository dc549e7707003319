import type { SpeechAct } from '@shortlist/contracts/calendar'
import type { Category } from '@shortlist/contracts/mail'
import {
  detectLanguage,
  foldText,
  type Language,
  READ_CHARACTERS,
  splitSentences,
  withoutHistory,
} from '../../mail-text.ts'
import type { MailToAnalyze, ReadMessage } from '../../ports.ts'
import { readTable } from '../../read-table.ts'
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
  }
}

function sentencesOf(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
}

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

/**
 * Domains of systems that employers keep their applications in, of services that arrange times or have
 * documents signed, and of networks and job boards, whose notices come from addresses that nobody
 * reads; and addresses of job boards that write about one's own application.
 */
const senders = readTable(new URL('./senders.txt', import.meta.url))
const listed = (name: string) => new Set(senders.get(name)?.join(' ').split(' '))
const applicationAddresses = listed('applications')
const notices = listed('notices')
const services = {
  hiring: listed('hiring'),
  scheduling: listed('scheduling'),
  signing: listed('signing'),
}

/** Whether a mail was sent by a service of this kind, or, without one, of any that employers use. */
export function isFromService({ from }: ReadMessage, kind?: keyof typeof services): boolean {
  const address = from.address.toLowerCase()
  const isHiring = kind !== 'scheduling' && kind !== 'signing'
  if (isHiring && applicationAddresses.has(address)) return true
  return (kind ? [services[kind]] : Object.values(services)).some((all) => isBelow(address, all))
}

/** Whether a program has sent a mail and no person is named to answer. */
export function isFromProgram(message: ReadMessage): boolean {
  const { replyTo, from } = message
  if (isUnattended((replyTo ?? from).address)) return true
  return (
    replyTo === null && (isFromService(message) || isBelow(from.address.toLowerCase(), notices))
  )
}

/** Whether nobody reads what is sent to the address. */
export function isUnattended(address: string): boolean {
  return /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|donotreply|notifications?|mailer|mailrobot|alerts?|bounce)/i.test(
    address,
  )
}

function isBelow(address: string, domains: ReadonlySet<string>): boolean {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  return labels.some((_label, index) => domains.has(labels.slice(index).join('.')))
}

/** What mails to many say about themselves; the law asks most of them for it. */
const ofList =
  /\b(?:unsubscribe|opt[- ]out|manage (?:your )?(?:e-?mail )?preferences|(?:change|stop|pause|edit) (?:or \w+ )?(?:this|these|your|job)? ?alerts?|view (?:it |this (?:e-?mail )?)?in (?:your )?browser|newsletter|subscribers?|because you (?:subscribed|signed up|joined)|abmelden|abbestellen|austragen|se desabonner|desinscri\w+)\b/

/** A mail about something of the reader's own, not about the topic. */
const ofReader =
  /\byour (?:\w+ ){0,2}(?:application|candidacy|interview|conversation|assessment)\b|\byour (?:job )?offer (?:letter|from|of|expires)\b|\b(?:you|you've|you have) (?:recently )?applied\b|\b(?:ihre|deine|ihrer|deiner|ihr|dein) (?:\w+ )?(?:bewerbung|\w*gesprach|\w*interview|probeaufgabe)\b|\b(?:votre|ta|ton) (?:candidature|entretien|test technique)\b|\b(?:thanks|thank you) for applying\b/

/** Senders that call themselves one. */
const listSender = /^(?:newsletters?|news|digest|weekly|marketing|promo(?:tions)?)@/i

/** Words that sellers use and people who write to one reader do not, folded; one kind a line. */
const kinds: readonly RegExp[] = [
  /\b(?:unsubscribe|opt[- ]?out|(?:to be|be|been|get) removed|remov(?:e|al) (?:\w+ ){0,6}(?:list|mailings?|database)|(?:no longer|not|don't) (?:wish|want) to receive|future (?:e-?)?mailings?|mailing list removal)\b/,
  /\b(?:this is not spam|not unsolicited|opt-?in (?:list|e-?mail)|section 301|bulk e-?mail|third part(?:y|ies) offers?)\b|(?:^|\s)adv ?:/,
  /\b(?:click (?:here|on the link|below)|order (?:now|today|form)|buy now|act now|call (?:now|today|toll)|toll[- ]free|visit our (?:web ?)?site|sign up (?:now|today)|apply now)\b/,
  /\b(?:free (?:\w+ ){0,3}(?:quotes?|consultation|info(?:rmation)?|report|trial|sample|gift|shipping)|no (?:cost|obligation|risk)|risk[- ]free|100 ?% (?:free|guaranteed|legal)|money[- ]back|limited time|special offer|lowest (?:rates?|prices?)|save (?:up to|thousands|money))\b/,
  /\b(?:(?:earn|make|making) (?:\w+ ){0,3}(?:money|income|cash)|earn up to|financial freedom|(?:work|business|money)\b.{0,20}\b(?:at|from) (?:your )?home|home[- ]based business|extra income|get rich|mlm|multi-?level)\b|\b(?:earn|make) (?:up to )?\$/,
  /\b(?:mortgages?|refinanc\w+|home loans?|(?:low|fixed|interest) rates?|bad credit|debt|(?:life|auto|car|health) insurance|warrant(?:y|ies)|credit cards?|investors?|stocks? (?:alert|pick)|grants? (?:money|program\w*))\b/,
  /\bonly \$ ?\d|\$ ?\d[\d.,]* ?(?:per|a|\/) ?(?:month|week)|\bfor (?:just|only) \$|\bas low as\b/,
]

/**
 * Whether a program or a seller wrote to many. Such a mail is never of high priority. Employers'
 * systems write one by one, though their mails carry the headers of a list or of a program (RFC 2369,
 * RFC 3834): those with an invitation or a reservation are meant for their reader, and those that
 * speak of the reader's own application; of unknown senders only where they offer no way out of a
 * list. Without such headers the words of a seller tell, outside of replies.
 */
export function isMassMail(message: ReadMessage): boolean {
  const { isBulk, invitations, jsonLd, from, subject, text, references } = message
  if (invitations.length > 0 || jsonLd.some((data) => data.includes('Reservation'))) return false
  const folded = foldText(`${subject}\n${text.slice(0, READ_CHARACTERS)}`)
  const [isOfList, isOfReader] = [ofList.test(folded), ofReader.test(folded)]
  const isTrusted = isFromService(message)
  if (!isBulk && !listSender.test(from.address)) {
    // one kind may be chance
    const isPromotion = kinds.filter((words) => words.test(folded)).length > 1
    return isPromotion && !isTrusted && !isOfReader && references.length === 0
  }
  return isTrusted ? isOfList && !isOfReader : isOfList || !isOfReader
}
