import type { SpeechAct } from '@shortlist/contracts/calendar'
import type { Category } from '@shortlist/contracts/mail'
import { isWritten, type Language } from '../../mail-text.ts'
import { readTable } from '../../read-table.ts'
import { ordersPrograms } from '../find-orders.ts'
import { isSuspicious, judgeMail } from '../learned/judge-mail.ts'
import { asks, asksForTest, asksForTimes, isFromProgram, type MailView } from './mail-view.ts'
import { isFixed } from './speech-act.ts'

/** What a reply is written for: the names of `reply-texts.txt`. */
type Occasion =
  | 'confirm-time'
  | 'asked-time'
  | 'choose'
  | 'send-times'
  | 'find-time'
  | 'which-time'
  | 'received'
  | 'moved'
  | 'called-off'
  | 'rejection'
  | 'offer'
  | 'question'
  | 'recruiter'
  | 'contact'

/** German comes without and with familiar address ("du"). */
type Tone = Language | 'de-du'

/**
 * Replies that claim and promise nothing; what only the user can say is a gap in brackets. `{time}` is
 * the time in the words of the mail, `{hours}` when the user works.
 */
const texts = readTable(new URL('./reply-texts.txt', import.meta.url))

/** The text for a tone; German has one without familiar address for both where one suffices. */
function textOf(name: Occasion | 'greeting' | 'nameless' | 'closing', tone: Tone): string {
  const lines = texts.get(name) ?? []
  const [line = ''] = [tone, 'de'].flatMap((each) =>
    lines.filter((text) => text.startsWith(`${each} `)),
  )
  return line.slice(line.indexOf(' ') + 1)
}

/** So likely is a reply due where one is drafted. */
const DUE = 0.25

/** How sure the category has to be for a reply to it, and for thanks for a no. */
const GUESSED = 0.35
const SURE = 0.8

const fromRecruiter =
  /\b(?:clients?|recruit\w*|opportunit\w*|requirement|mandant\w*|positions?|your profile|ihr profil|votre profil)\b/
const fromContact =
  /\b(?:coffee|kaffee|cafe|catch up|refer(?:ral)?|introduc\w+|intro|chat|treffen|austausch\w*|echang\w+|en relation)\b/

/** A day or a time of day that the mail proposes, however vaguely, folded. */
const namesTime =
  /\b(?:mon|tues|wednes|thurs|fri)day\b|\btomorrow\b|\b(?:mon|diens|donners|frei)tag\b|\bmittwoch\b|\bmorgen um\b|\b(?:lun|mar|mercre|jeu|vendre)di\b|\bdemain\b|\b\d{1,2}(?::\d{2}| ?h\b(?: ?\d{2})?| ?[ap]\.?m\b| uhr\b)/

/** A name of a person, as far as that can be told: two or three words of letters. */
const personName =
  /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}\p{L}{0,2}\.?| (?:van|von|de|der|la|le|el))* \p{Lu}[\p{L}'’-]+$/u
const officeWords =
  /\b(?:team|hr|talent|hiring|recruit\w*|careers?|jobs?|people|office|support|service|desk|personal\w*|bewerb\w*|abteilung|gmbh|inc|ltd|labs?|studio|systems?|agency|accounts?|payable|operations|insurance|committee)\b/i

/** When the mail proposes to meet: one time in its words, several or unclear ones, or none. */
export type ProposedTime = { readonly words: string } | 'unclear' | 'none'

/**
 * A short reply in the language of the mail, for the user to finish; empty where none is due, and in
 * languages that it cannot write. It follows what the mail does to a time (`act`) and commits to
 * nothing: what only the user can say is left as a gap in brackets.
 */
export function draftReply(
  category: Category,
  view: MailView,
  time: ProposedTime,
  act: SpeechAct = view.act,
): string {
  const occasion = isAnswerable(category, view) ? occasionOf(category, view, { time, act }) : null
  if (occasion === null) return ''
  const tone = toneOf(view)
  const words = typeof time === 'string' ? '' : time.words
  const body = textOf(occasion, tone)
    .replace('{time}', () => words)
    .replace('{hours}', () => hoursIn(view, tone))
  const signature = personName.test(ownName(view)) ? `\n${ownName(view)}` : ''
  return `${greet(view, tone)}\n\n${body}\n\n${textOf('closing', tone)}${signature}`
}

interface Meeting {
  readonly time: ProposedTime
  readonly act: SpeechAct
}

function isAnswerable(category: Category, { mail, ownText }: MailView): boolean {
  const { message } = mail
  if (message.isBulk || isSuspicious(message) || isFromProgram(message)) return false
  // who writes to a reader's programs shall not have them write back
  if (ordersPrograms(message)) return false
  const { reply, sureness } = judgeMail(message)
  // thanks for an answer are never out of place, but for a no that is none
  const isAnswer = category === 'job_rejection' || category === 'job_offer'
  if (sureness < (category === 'job_rejection' ? SURE : GUESSED)) return false
  if (!isAnswer && reply < DUE) return false
  return isWritten(ownText)
}

function occasionOf(category: Category, view: MailView, meeting: Meeting): Occasion | null {
  const { folded } = view
  switch (category) {
    case 'job_interview':
      return interviewOccasion(view, meeting)
    case 'job_rejection':
      return 'rejection'
    case 'job_offer':
      return 'offer'
    case 'job_acceptance':
      return asks.test(folded.text) ? 'question' : 'received'
    case 'job_application':
      if (asksForTest.test(folded.anywhere)) return 'received'
      return asks.test(folded.text) ? 'question' : null
    case 'networking':
      return networkingOccasion(view, meeting)
    case 'freelance':
      return asks.test(folded.text) ? 'question' : null
    default:
      return null
  }
}

const occasionOfAct: Partial<Record<SpeechAct, Occasion>> = {
  cancels: 'called-off',
  postpones: 'called-off',
  moves: 'moved',
  'wants-times': 'send-times',
  offers: 'choose',
}

function interviewOccasion(view: MailView, { time, act }: Meeting): Occasion | null {
  const { folded, mail } = view
  const appointed = mail.appointments.length > 0
  const occasion = occasionOfAct[appointed ? view.act : act]
  if (occasion) return occasion
  if (appointed) return 'received'
  if (time === 'none' && asksForTimes.test(folded.anywhere)) return 'send-times'
  if (typeof time !== 'string') return isFixed(act) ? 'confirm-time' : 'asked-time'
  if (isFixed(act)) return null
  return time === 'unclear' || namesTime.test(folded.text) ? 'which-time' : 'find-time'
}

function networkingOccasion({ folded }: MailView, { time, act }: Meeting): Occasion | null {
  if (act === 'cancels' || act === 'postpones') return null
  if (fromRecruiter.test(folded.anywhere)) return 'recruiter'
  if (!fromContact.test(folded.anywhere)) return null
  if (typeof time !== 'string') return 'asked-time'
  return namesTime.test(folded.text) ? 'which-time' : 'contact'
}

/** When the user works, as a reminder within the gap that they fill; empty where they have not said. */
function hoursIn({ mail }: MailView, tone: Tone): string {
  const { hours, userZone } = mail.time
  if (!hours) return ''
  const names = new Intl.DateTimeFormat(tone.slice(0, 2), { weekday: 'short', timeZone: 'UTC' })
  // the first of January 2024 was a Monday
  const nameOf = (day: number) => names.format(Date.UTC(2024, 0, day))
  const { days, from, to } = hours
  const [first = 1, last = first] = [days[0], days.at(-1)]
  const isRow = days.length > 2 && last - first === days.length - 1
  const named = isRow ? `${nameOf(first)}-${nameOf(last)}` : days.map(nameOf).join(', ')
  return `; ${named} ${from}-${to}, ${userZone}`
}

function toneOf({ language, folded }: MailView): Tone {
  if (language !== 'de') return language
  return /\b(?:du|dich|dir|dein\w*)\b/.test(folded.text) ? 'de-du' : 'de'
}

function greet({ mail }: MailView, tone: Tone): string {
  const name = mail.message.from.name.trim()
  if (name.length > 40 || !personName.test(name) || officeWords.test(name))
    return textOf('nameless', tone)
  const used = tone === 'de' ? name : (name.split(' ')[0] ?? name)
  return textOf('greeting', tone).replace('{name}', () => used)
}

function ownName({ mail }: MailView): string {
  return mail.message.to[0]?.name.trim() ?? ''
}
