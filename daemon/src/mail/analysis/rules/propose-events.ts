import type { EventProposal } from '@shortlist/contracts/calendar'
import type { Category } from '@shortlist/contracts/mail'
import { SUMMARY_MAX } from '../../dates/clean-line.ts'
import type { FoundDate } from '../../dates/find-dates.ts'
import { cleanText } from '../clean-text.ts'
import { findDeadlines } from './deadlines.ts'
import { findPlace } from './find-place.ts'
import { foldText, READ_CHARACTERS } from './fold-text.ts'
import { isAnnounced } from './is-announced.ts'
import { isCalledOff, isForMany, type MailView } from './mail-view.ts'
import { offersChoice } from './offers-choice.ts'
import { isFixed, type SpeechAct, speechAct } from './speech-act.ts'
import { takesPart } from './takes-part.ts'

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
  /\b(?:interviews?|calls?|chat|conversation|meeting|meet|session|appointment|speak|talk|round|lunch|coffee|catch up|event|date|time|when|webinar|conference|join|kick-?off|exam|booked|scheduled|see you|slot|gesprach\w*|\w+gesprach|termin\w*|telefon\w*|treffen|kaffee|beginn|konferenz|uhr|entretien|rendez-vous|echange|visio|rencontr\w+|cafe|creneau)\b/
const past =
  /\b(?:yesterday|last (?:week|month|monday|tuesday|wednesday|thursday|friday)|waited|missed|was scheduled|originally|previously|instead of|gestern|letzte[nr]? woche|ursprunglich|(?<!\bfind\w+ .{0,200})statt|hier|la semaine derniere|initialement|au lieu)\b/

/**
 * Appointments that sentences of a mail speak of, with the time that code read there. None of a mail
 * to many (unless the reader takes part), of a scam, of a deadline or of what has been, and none where
 * an invitation says it already. One that is announced for a day in the past is proposed, so that the
 * user sees it. Several to choose from are not proven: they wait for the user.
 */
export async function proposeEvents(category: Category, view: MailView): Promise<ProposedEvent[]> {
  if (!canHold(category, view)) return []
  const { message, time } = view.mail
  const text = message.text.slice(0, READ_CHARACTERS)
  const { findDates } = await import('../../dates/find-dates.ts')
  const dates = findDates(text, time)
  const found = dates.filter((date) => isAppointment(date, category, dates))
  const isChoice = found.length > 1 && offersChoice(view.folded.anywhere)
  const proposed = distinct(found).slice(0, MOST_PROPOSALS)
  return proposed.map((date) => {
    const act = actAround(date, view)
    return {
      act,
      words: date.text.replace(/\s+/g, ' '),
      isPast: date.isPast,
      proposal: {
        source: 'rules',
        method: 'request',
        uid: null,
        sequence: 0,
        recurrenceId: null,
        stamp: null,
        summary: summaryOf(message.subject),
        location: findPlace(message.text),
        time: date.time,
        evidence: date.sentence,
        isProven: date.time.kind === 'instant' && !date.isOption && !isChoice && isFixed(act),
      },
    }
  })
}

/** How much before and behind a sentence tells what it means, in characters. */
const BESIDE = 160

/** What a mail does to a time: its sentence and those beside it, unless the subject calls it off. */
function actAround({ sentence }: FoundDate, { folded }: MailView): SpeechAct {
  const ofSubject = speechAct(folded.subject)
  if (ofSubject === 'cancels' || ofSubject === 'postpones') return ofSubject
  const own = foldText(sentence).replace(/\s+/g, ' ')
  const at = folded.text.indexOf(own)
  const inside = speechAct(own)
  if (at < 0) return inside
  const beside = speechAct(folded.text.slice(Math.max(0, at - BESIDE), at + own.length + BESIDE))
  return isFixed(inside) && isFixed(beside) ? inside : beside
}

function canHold(category: Category, view: MailView): boolean {
  const { isSuspicious, mail, folded } = view
  if (isSuspicious || mail.appointments.length > 0 || isCalledOff(view)) return false
  if (category === 'newsletter' || category === 'tools' || category === 'job_rejection')
    return false
  return !isForMany(category, view) || takesPart(folded.anywhere)
}

function isAppointment(date: FoundDate, category: Category, all: readonly FoundDate[]): boolean {
  if (!date.hasTime || !date.hasDay || date.isOld) return false
  const folded = foldText(date.sentence).replace(/\s+/g, ' ')
  if (date.isPast && !isAnnounced(folded)) return false
  const isMoved = all.some(({ isOld, sentence }) => isOld && sentence === date.sentence)
  if (past.test(folded) && !isMoved) return false
  if (findDeadlines([date.sentence.replace(/\s+/g, ' ')]).length > 0) return false
  return category === 'job_interview' || category === 'event' || meeting.test(folded)
}

function distinct(dates: readonly FoundDate[]): FoundDate[] {
  const starts = new Set<string>()
  return dates.filter(({ time }) => {
    const key = time.kind === 'unclear' ? time.text : time.start
    return !starts.has(key) && starts.add(key)
  })
}

/** The subject without what mail programs and calendars put before it. */
function summaryOf(subject: string): string {
  const prefix =
    /^(?:(?:re|aw|fwd?|wg|tr|invitation|updated invitation|reminder|confirmed|einladung|erinnerung)\s?:\s*)+/i
  return cleanText(subject.replace(prefix, ''), SUMMARY_MAX)
}
