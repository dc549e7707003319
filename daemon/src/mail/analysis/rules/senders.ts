import { foldText, READ_CHARACTERS } from '../../mail-text.ts'
import type { ReadMessage } from '../../ports.ts'
import { readTable } from '../../read-table.ts'

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
