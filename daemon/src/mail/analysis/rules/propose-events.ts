import type { EventProposal, EventTime, SpeechAct } from '@shortlist/contracts/calendar'
import type { Category } from '@shortlist/contracts/mail'
import { placeLine, plainLine, SUMMARY_MAX } from '../../../platform/clean-text.ts'
import { type FoundDate, findDates } from '../../dates/find-dates.ts'
import { DAY_MS } from '../../dates/zones.ts'
import { foldText, READ_CHARACTERS } from '../../mail-text.ts'
import { ordersIn } from '../find-orders.ts'
import {
  isSuspicious,
  judgeMail,
  likelihoodFixed,
  type TimeInWords,
} from '../learned/judge-mail.ts'
import { isCalledOff, isForMany, isFromProgram, type MailView } from './mail-view.ts'
import { findDeadlines, isFixed, speechAct } from './speech-act.ts'

export interface ProposedEvent {
  readonly proposal: EventProposal
  /** The words of the mail for its time, on one line. */
  readonly words: string
  /** It had begun when the mail was sent: somebody may have mistaken the day. */
  readonly isPast: boolean
  /** What the mail does to it. */
  readonly act: SpeechAct
}

const MOST_PROPOSALS = 5

const meeting =
  /\b(?:interviews?|calls?|chat|conversation|meeting|meet|session|appointment|speak|talk|round|lunch|coffee|catch up|event|date|time|when|webinar|conference|join|kick-?off|exam|booked|scheduled|see you|slot|gesprach\w*|\w+gesprach|termin\w*|telefon\w*|treffen|kaffee|beginn|konferenz|uhr|entretien|rendez-vous|echange|visio|rencontr\w+|cafe|creneau|entrevista|(?:video)?llamada|reunion|cita|sesion|hora)\b/
const past =
  /\b(?:yesterday|last (?:week|month|monday|tuesday|wednesday|thursday|friday)|waited|missed|was scheduled|originally|previously|instead of|gestern|letzte[nr]? woche|ursprunglich|(?<!\bfind\w+ .{0,200})statt|hier|la semaine derniere|initialement|au lieu)\b/

/**
 * Appointments that sentences of a mail speak of, with the time that code read there, and below them
 * the sentence that calls off what another mail has arranged. None of a mail to many (unless the reader
 * takes part), of a scam, of a deadline or of what has been, and none where an invitation says it
 * already. One that is announced for a day in the past is proposed, so that the user sees it. Several
 * to choose from are not proven: they wait for the user.
 */
export function proposeEvents(category: Category, view: MailView): ProposedEvent[] {
  if (!mayHold(category, view)) return []
  const orders = ordersIn(view.mail.message)
  const all = readTimes(view).filter(({ date }) => !orders.tellPrograms(date.sentence))
  const isHis = !isForMany(category, view) || takesPart(view)
  const meets = category === 'job_interview' || category === 'event'
  const isOn = isHis && !isCalledOff(view)
  const found = distinct(
    all.filter((each) => {
      const isOfMeeting = meets || meeting.test(each.words.sentence)
      return isAhead(each, all) && (each.isSure || (isOn && isOfMeeting))
    }),
  )
  const events = found.slice(0, MOST_PROPOSALS).map((each): ProposedEvent => {
    const { date } = each
    const act = actOf(each)
    const isProven = date.time.kind === 'instant' && !date.isOption && isFixed(act)
    return eventOf(view, { act, evidence: date.sentence, time: date.time, isProven }, date)
  })
  const dates = all.map(({ date }) => date)
  const off = callingOff(view, events)
  if (off && agrees(off.act, events)) return [...events, ...calledOff(view, off, dates)]
  // who asks for another time instead of the old one does not keep the old one
  const old = dates.find((date) => date.isOld && date.hasTime && date.time.kind === 'instant')
  if (!old) return events
  return [...events, ...calledOff(view, { act: 'moves', words: old.sentence }, dates)]
}

/** By what nobody can name an appointment that only sentences tell of. */
export const nameless = { uid: null, sequence: 0, recurrenceId: null, stamp: null } as const

type Said = Pick<EventProposal, 'evidence' | 'time' | 'isProven'> & { readonly act: SpeechAct }

function eventOf(
  { mail: { message } }: MailView,
  said: Said,
  { text, isPast }: Pick<FoundDate, 'text' | 'isPast'>,
): ProposedEvent {
  const proposal: EventProposal = {
    source: 'rules',
    method: 'request',
    ...nameless,
    summary: summaryOf(message.subject),
    location: findPlace(message.text),
    ...said,
  }
  return { act: said.act, words: text.replace(/\s+/g, ' '), isPast, proposal }
}

/** What stands in a link is nobody's question. */
const ADDRESS = /\bhttps?:\S+/g

/** How much before and behind a sentence tells what it means, in characters. */
const BESIDE = 160

/** What has a time and is nothing that the reader takes part in: deliveries, journeys, repairs. */
const NO_MEETING =
  /\b(?:deliver(?:y|ed|ies)|parcel|package|shipment|courier|(?:your|the) (?:plane|flight|train)|departs?|departure|platform \d|maintenance|downtime|outage|(?:water|power|gas) (?:off|cut)|will be off|closes|lieferung|sendung|paket|zugestellt|zustellung|abfahrt|hinfahrt|ruckfahrt|gleis|hbf|wartung|colis|livraison|livre\b|vol\b|depart\b|maintenance|coupure|envio|paquete|entregaremos|reparto|vuelo|salida|mantenimiento|corte de|nodo)\b/

/** More times than these are many. */
const MANY = 4

/** So many days away somebody who fixes a time often says it: tomorrow, this week, next week. */
const AHEAD_DAYS = [1, 4, 10]

/** A time that a mail names, with the words around it. */
interface NamedTime {
  readonly date: FoundDate
  readonly words: TimeInWords
  /** What was learned of mails, and of the words around times, says that it is fixed for the reader. */
  readonly isSure: boolean
}

/**
 * What a mail says of all its times counts so much beside the words around one of them, and one unlike
 * those that fix times no more than this.
 */
const MAIL_SHARE = 0.2
const MAIL_LEAST = 0.05

/** What programs write of appointments is of one of these; what they write of others has an end. */
const OF_APPOINTMENTS = new Set<Category>([
  'job_interview',
  'event',
  'learning',
  'community',
  'other',
])

/**
 * From these odds on a time is believed to be fixed: where the sentences beside it agree, where they
 * or the subject ask or call something off, where a program confirms or reminds or the subject invites
 * to an interview, and in a mail to many that does not say that its reader takes part.
 */
const SURE = 0.2
const SURE_DESPITE = 0.5
const SURE_ANNOUNCED = -0.8
const SURE_OF_MANY = 1.65

/** All times that a mail names, in their order. */
export function readTimes(view: MailView): NamedTime[] {
  const { folded, mail } = view
  const { message, time } = mail
  const dates = findDates(message.text.slice(0, READ_CHARACTERS), time)
  if (dates.length === 0) return []
  const ofMail = { subject: speechAct(folded.subject), mail: view.act }
  const { fixed } = judgeMail(message)
  const leastFor = limitsOf(view)
  const facts = {
    mass: view.isMass,
    program: isFromProgram(message),
    reply: message.references.length > 0,
    count: Math.min(dates.length, MANY),
  }
  const named: NamedTime[] = []
  for (const [place, date] of dates.entries()) {
    const sentence = foldText(date.sentence).replace(/\s+/g, ' ')
    const at = folded.text.indexOf(sentence)
    const end = at + sentence.length
    const near = (from: number, to: number) =>
      at < 0 ? '' : folded.text.slice(Math.max(0, from), to).replace(ADDRESS, ' ')
    const [before, after] = [near(at - BESIDE, at), near(end, end + BESIDE)]
    const days =
      date.time.kind === 'instant'
        ? (Date.parse(date.time.start) - Date.parse(time.sentAt)) / DAY_MS
        : 0
    const words: TimeInWords = {
      sentence,
      before,
      after,
      subject: folded.subject,
      acts: {
        sentence: speechAct(sentence),
        beside: speechAct(`${before}${sentence}${after}`),
        ...ofMail,
      },
      facts: {
        ...facts,
        place: Math.min(place, MANY),
        ends: date.hasEnd,
        asked: after.includes('?'),
        ahead: AHEAD_DAYS.filter((most) => days > most).length,
      },
    }
    const isSure = date.isPoint
      ? named.at(-1)?.isSure === true
      : oddsOf(words, fixed) >= leastFor(words)
    named.push({ date, words, isSure })
  }
  return named
}

/** How much has to speak for a time of a mail, so that it is believed to be fixed. */
function limitsOf(view: MailView): (words: TimeInWords) => number {
  const { message } = view.mail
  const [category = 'other'] = judgeMail(message).categories
  const isForOthers = view.isMass && !takesPart(view)
  const isNotice = message.isAutomatic && OF_APPOINTMENTS.has(category)
  return ({ acts }) => {
    const isInDoubt = isOpen(acts.beside) || isOpen(acts.subject)
    const isInvited = category === 'job_interview' && acts.subject === 'invites'
    if (!isInDoubt && (isNotice || (isInvited && !isForOthers))) return SURE_ANNOUNCED
    if (isForOthers) return SURE_OF_MANY
    return isInDoubt ? SURE_DESPITE : SURE
  }
}

/** How much speaks for a time being fixed; nothing where its sentence leaves it open, or calls it off. */
function oddsOf(words: TimeInWords, ofMail: number): number {
  if (isOpen(words.acts.sentence) || NO_MEETING.test(words.sentence))
    return Number.NEGATIVE_INFINITY
  return logit(likelihoodFixed(words)) + MAIL_SHARE * logit(Math.max(MAIL_LEAST, ofMail))
}

/** Whether a time that something does this to is yet to be agreed, or is off. */
function isOpen(act: SpeechAct): boolean {
  return act !== 'mentions' && !isFixed(act)
}

/** The odds of a likelihood (from 0 to 1), so that those of two can be added. */
function logit(likelihood: number): number {
  const inside = Math.min(0.999, Math.max(0.001, likelihood))
  return Math.log(inside / (1 - inside))
}

/** What a mail does to a time: its sentence and those beside it, unless the subject calls it off. */
function actOf({ words: { acts }, isSure }: NamedTime): SpeechAct {
  if (isSure) return isFixed(acts.sentence) ? acts.sentence : 'invites'
  if (acts.subject === 'cancels' || acts.subject === 'postpones') return acts.subject
  return isFixed(acts.beside) ? 'mentions' : acts.beside
}

/** How far into a mail it is said that something does not take place, in sentences. */
const OPENING = 8

type CallingOff = Readonly<Record<'words', string>> & Pick<Said, 'act'>

/** The sentence that calls something off or moves it, and how; undefined where none does. */
function callingOff(
  { sentences, folded }: MailView,
  events: readonly ProposedEvent[],
): CallingOff | undefined {
  const moved = events.filter(({ act }) => act === 'moves').map(({ proposal }) => proposal.evidence)
  const ofSubject = speechAct(folded.subject)
  for (const words of sentences.slice(0, OPENING)) {
    const own = foldText(words)
    const act = speechAct(own)
    const isSaid = isCallOff(act) && !words.includes('?')
    const isOfTime = moved.some((evidence) => evidence.replace(/\s+/g, ' ').includes(words))
    if (isSaid && (meeting.test(own) || act === ofSubject || isOfTime)) return { act, words }
  }
  const isSaid = isCallOff(ofSubject) && !folded.subject.includes('?')
  return isSaid ? { act: ofSubject, words: sentences[0] ?? '' } : undefined
}

/** Whether the rest of the mail says the same: what fixes a time calls nothing off, but may move it. */
function agrees(act: SpeechAct, events: readonly ProposedEvent[]): boolean {
  if (act === 'moves') return events.some((event) => event.act === 'moves')
  return events.every((event) => !isFixed(event.act))
}

function isCallOff(act: SpeechAct): boolean {
  return act === 'cancels' || act === 'postpones' || act === 'moves'
}

const TIMELESS = 'The mail does not say at what time it was.'

/** What is called off: at the times that its sentence names, else whatever the conversation holds. */
function calledOff(
  view: MailView,
  { act, words }: CallingOff,
  dates: readonly FoundDate[],
): ProposedEvent[] {
  const text = words.slice(0, SUMMARY_MAX)
  const unclear: EventTime = { kind: 'unclear', text, reason: TIMELESS }
  const timed = dates.filter(
    ({ sentence, time, hasDay, hasTime, isOld }) =>
      hasDay &&
      hasTime &&
      time.kind === 'instant' &&
      (act === 'moves' ? isOld : sentence.replace(/\s+/g, ' ').includes(words)),
  )
  const times = timed.length > 0 ? timed.map(({ time }) => time) : [unclear]
  return times.map((time) => {
    const said = { act, evidence: words, time, isProven: true }
    const event = eventOf(view, said, { text: '', isPast: false })
    return { ...event, proposal: { ...event.proposal, method: 'cancel' } }
  })
}

/** Whether an appointment of the reader may be spoken of at all. */
function mayHold(category: Category, view: MailView): boolean {
  const { appointments, message } = view.mail
  if (isSuspicious(message) || appointments.length > 0 || isOfNamesake(view)) return false
  return category !== 'newsletter' && category !== 'tools' && category !== 'job_rejection'
}

/** Whether a mail names somebody of the reader's family name, and neither the reader nor its author. */
function isOfNamesake({ mail: { message }, ownText }: MailView): boolean {
  const [given = '', ...names] = foldText(message.to[0]?.name ?? '').split(' ')
  const text = foldText(`${message.subject}\n${ownText}`)
  if (names.length === 0 || text.includes(given)) return false
  return [...text.matchAll(/(\p{L}{3,}) (?=(\p{L}+))/gu)].some(([, name = '', family]) => {
    const isAddress = titles.test(name) || foldText(message.from.name).includes(name)
    return family === names.at(-1) && !isAddress
  })
}

function isAhead({ date, words }: NamedTime, all: readonly NamedTime[]): boolean {
  if (!date.hasTime || !date.hasDay || date.isOld) return false
  if (date.isPast && !isAnnounced(words.sentence)) return false
  const isMoved = all.some((each) => each.date.isOld && each.date.sentence === date.sentence)
  if (past.test(words.sentence) && !isMoved && words.acts.sentence !== 'moves') return false
  return findDeadlines([date.sentence.replace(/\s+/g, ' ')]).length === 0
}

/** What times that are the same have in common. */
export function keyOf(time: EventTime): string {
  return time.kind === 'unclear' ? time.text : time.start
}

function distinct(times: readonly NamedTime[]): NamedTime[] {
  const starts = new Set<string>()
  return times.filter(({ date: { time } }) => {
    const key = keyOf(time)
    return !starts.has(key) && starts.add(key)
  })
}

/** The subject without what mail programs and calendars put before it. */
function summaryOf(subject: string): string {
  const prefix =
    /^(?:(?:re|aw|fwd?|wg|tr|invitation|updated invitation|reminder|confirmed|einladung|erinnerung)\s?:\s*)+/i
  return plainLine(subject.replace(prefix, ''), SUMMARY_MAX)
}

/** What people are addressed by. */
const titles =
  /^(?:mrs|miss|herr|herrn|frau|familie|madame|monsieur|mme|senora?|sra|dear|hello|liebe[rs]?|chere?|querid[ao]|estimad[ao])$/

const announces =
  /\b(?:is|are|will|'ll|takes? place|scheduled for|invit(?:e|ed|ing|ation)|confirm(?:ed|ation)?|would like|could we|when|see you|findet|ist|sind|wird|laden|bestatig\w+|est|sera|aura lieu|convier|confirm\w+)\b/
const tellsOf =
  /\b(?:was|were|had|did|thank(?:s| you)|waited|missed|enjoyed|met|spoke|talked|since|ago|war|waren|hatten?|danke?|vielen dank|seit|vor|etait|avons|merci|depuis)\b/

/**
 * Whether a folded sentence announces what it names: "your interview is on 3 March". One that tells of
 * something that has been does not.
 */
export function isAnnounced(sentence: string): boolean {
  return announces.test(sentence) && !tellsOf.test(sentence)
}

const participation =
  /\b(?:your (?:ticket|spot|seat|place|registration)(?: (?:is|for|has)|:)|your spot|you(?:'re| are) (?:going|coming|registered|in)|(?:ihr|dein|votre|ton|tu|su) (?:\w+ )?(?:ticket|billet|entrada)\b|thank you for registering|you registered|registered as|order confirmation|is booked|your proposal|angemeldet|eintrittskarte|inscription\b.{0,60}\bconfirmee)\b/

/** Whether a mail says that the reader takes part in something. */
function takesPart({ folded }: MailView): boolean {
  return participation.test(folded.anywhere)
}

const meetingLink =
  /https:\/\/(?:[\w-]+\.)*(?:meet\.google\.com|zoom\.us|zoom\.com|teams\.microsoft\.com|teams\.live\.com|whereby\.com|webex\.com|meet\.jit\.si|gotomeeting\.com|around\.co|meet\.[\w-]+\.[a-z]{2,})\/[^\s<>"')\]]+|https:\/\/meet\.[\w-]+\/[^\s<>"')\]]+/i
const placeLabel =
  /^[ \t]*(?:where|location|place|venue|address|wo|ort|adresse|lieu|adresse)[ \t]*:[ \t]*(\S.{2,200})$/im

/** Where a mail says that people meet: a link to a video call, or what follows "Location:". */
function findPlace(text: string): string {
  const link = meetingLink.exec(text)?.[0]
  const place = placeLabel.exec(text)?.[1] ?? ''
  return placeLine(link ?? place, (address) => text.includes(address))
}
