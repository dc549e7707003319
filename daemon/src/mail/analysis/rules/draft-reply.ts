import type { Category } from '@shortlist/contracts/mail'
import type { Language } from '../../dates/detect-language.ts'
import { isCalledOff } from './is-called-off.ts'
import type { MailView } from './mail-view.ts'
import { type Occasion, replyTexts } from './reply-texts.ts'
import { isUnattended } from './senders.ts'

type Tone = Language | 'de-du'

const greetings: Record<Tone, readonly [named: string, unnamed: string]> = {
  en: ['Hi {name},', 'Hello,'],
  de: ['Guten Tag {name},', 'Guten Tag,'],
  'de-du': ['Hallo {name},', 'Hallo,'],
  fr: ['Bonjour {name},', 'Bonjour,'],
}

const closings: Record<Tone, string> = {
  en: 'Best regards,',
  de: 'Mit freundlichen Grüßen',
  'de-du': 'Viele Grüße',
  fr: 'Bien cordialement,',
}

/** A name of a person, as far as that can be told: two or three words of letters. */
const personName =
  /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}\p{L}{0,2}\.?| (?:van|von|de|der|la|le|el))* \p{Lu}[\p{L}'’-]+$/u
const officeWords =
  /\b(?:team|hr|talent|hiring|recruit\w*|careers?|jobs?|people|office|support|service|desk|personal\w*|bewerb\w*|abteilung|gmbh|inc|ltd|labs?|studio|systems?|agency|accounts?|payable|operations|insurance|committee)\b/i

/**
 * A short reply in the language of the mail, for the user to finish; empty where none is due. `time`
 * is the one time that the mail proposes, in its words.
 */
export function draftReply(category: Category, view: MailView, time: string | null): string {
  const occasion = isAnswerable(view) ? occasionOf(category, view, time) : null
  if (occasion === null) return ''
  const tone = toneOf(view)
  const body = replyTexts[occasion][tone].replace('{time}', () => time ?? '')
  const signature = personName.test(ownName(view)) ? `\n${ownName(view)}` : ''
  return `${greet(view, tone)}\n\n${body}\n\n${closings[tone]}${signature}`
}

function isAnswerable({ isMass, isSuspicious, mail }: MailView): boolean {
  const { replyTo, from } = mail.message
  return !isMass && !isSuspicious && !isUnattended((replyTo ?? from).address)
}

function occasionOf(category: Category, view: MailView, time: string | null): Occasion | null {
  switch (category) {
    case 'job_interview':
      return interviewOccasion(view, time)
    case 'job_rejection':
      return 'rejection'
    case 'job_offer':
      return 'offer'
    case 'job_acceptance':
      return 'acceptance'
    case 'job_application':
      return applicationOccasion(view)
    case 'networking':
      return /\b(?:client|recruit\w*|opportunit\w*|requirement|mandant\w*|position)\b/.test(
        view.folded.anywhere,
      )
        ? 'recruiter'
        : 'contact'
    case 'freelance':
      return /\?|\bplease\b|\bbitte\b/.test(view.folded.text) ? 'client' : null
    default:
      return null
  }
}

function interviewOccasion(view: MailView, time: string | null): Occasion {
  if (isCalledOff(view)) return 'called-off'
  const { anywhere } = view.folded
  if (/\b(?:re-?scheduled|moved|had to move|verschieben|verschoben|reporte)\b/.test(anywhere)) {
    return 'moved'
  }
  return time === null ? 'find-time' : 'confirm-time'
}

function applicationOccasion({ folded }: MailView): Occasion | null {
  if (/\b(?:exercise|take-?home|challenge|\w*aufgabe|test technique)\b/.test(folded.anywhere)) {
    return 'test'
  }
  return /\?|\b(?:please send|bitte senden|fehlen uns)\b/.test(folded.text) ? 'question' : null
}

function toneOf({ language, folded }: MailView): Tone {
  if (language !== 'de') return language
  return /\b(?:du|dich|dir|dein\w*)\b/.test(folded.text) ? 'de-du' : 'de'
}

function greet({ mail }: MailView, tone: Tone): string {
  const name = mail.message.from.name.trim()
  const [named, unnamed] = greetings[tone]
  if (name.length > 40 || !personName.test(name) || officeWords.test(name)) return unnamed
  const used = tone === 'de' ? name : (name.split(' ')[0] ?? name)
  return named.replace('{name}', () => used)
}

function ownName({ mail }: MailView): string {
  return mail.message.to[0]?.name.trim() ?? ''
}
