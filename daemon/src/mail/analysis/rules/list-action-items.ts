import type { Category } from '@shortlist/contracts/mail'
import type { Deadline } from './deadlines.ts'
import { foldText } from './fold-text.ts'
import { isCalledOff } from './is-called-off.ts'
import type { MailView } from './mail-view.ts'

/** What a mail asks for, by its words (folded), in the categories where they mean that. */
interface Request {
  readonly of: readonly Category[]
  readonly says: RegExp
  readonly item: string
}

const requests: readonly Request[] = [
  {
    of: ['job_interview'],
    says: /\b(?:availability|time slots|slots|times that|alternatives|choose a time|pick a (?:time|slot)|(?:folgenden?|mogliche) (?:termin|tag)e?|disponibilites|work, any time|let me know and i'll send)\b/,
    item: 'Reply with times that suit you',
  },
  {
    of: ['job_interview'],
    says: /\b(?:confirm|suit you|work for you|works? for you|are you (?:free|available)|could we do|fancy a call|bestatigen|passt (?:dir|ihnen)|seriez-vous disponible|confirmer)\b/,
    item: 'Reply to confirm the time',
  },
  {
    of: ['job_interview'],
    says: /\b(?:complete (?:an|your) (?:on-demand )?(?:video )?interview|start interview)\b/,
    item: 'Record the video interview',
  },
  {
    of: ['job_application'],
    says: /\b(?:exercise|take-?home|coding (?:test|challenge|assessment)|following test|complete the test|probeaufgabe|testaufgabe|test technique)\b/,
    item: 'Submit the test or exercise',
  },
  {
    of: ['job_application'],
    says: /\b(?:missing|upload them|fehlen uns|fehlende unterlagen|completer votre dossier)\b/,
    item: 'Send what is missing from your application',
  },
  { of: ['job_application'], says: /\breferences\b/, item: 'Send the names of references' },
  {
    of: ['job_application'],
    says: /\b(?:salary expectations?|gehaltsvorstellung\w*|pretentions salariales)\b/,
    item: 'Tell them your salary expectation',
  },
  {
    of: ['job_application'],
    says: /\b(?:notice period|start date|kundigungsfrist|eintrittstermin|preavis)\b/,
    item: 'Tell them when you can start',
  },
  {
    of: ['job_application'],
    says: /\b(?:visa sponsorship|right to work|work permit)\b/,
    item: 'Tell them whether you need a visa or a work permit',
  },
  { of: ['job_offer'], says: /./, item: 'Read the offer and answer it' },
  {
    of: ['job_acceptance'],
    says: /\b(?:onboarding form|bank details|tax number|personal(?:frage)?bogen)\b/,
    item: 'Fill in the forms for your start',
  },
  { of: ['job_acceptance'], says: /\bwould you (?:like|prefer)\b/, item: 'Answer what they ask' },
  {
    of: ['freelance'],
    says: /\b(?:quote|cost|rate|budget|stundensatz|tagessatz|angebot machen|devis|tarif)\b/,
    item: 'Reply with your price',
  },
  {
    of: ['freelance'],
    says: /\b(?:available|when you could start|verfugbarkeit|disponible)\b/,
    item: 'Reply with when you are available',
  },
  {
    of: ['networking'],
    says: /\b(?:would you be open|are you interested|interested\?|let me know|send me your cv|reply|want to|austausch|echanger avec vous)\b/,
    item: 'Decide whether to reply',
  },
  { of: ['tools'], says: /\bpayment (?:method|failed)\b/, item: 'Update the payment method' },
  {
    of: ['tools'],
    says: /\bsign-?in (?:to your account|from)\b|\bchange your password\b/,
    item: 'Check whether that sign-in was yours',
  },
  { of: ['tools'], says: /\b(?:renew|renouvel\w+|access token)\b/, item: 'Renew what expires' },
  { of: ['learning'], says: /\bassignment\b.{0,80}\bsubmitted\b/, item: 'Submit the assignment' },
]

/** What the reader is asked to do, the day included where there is one. */
export function listActionItems(
  category: Category,
  view: MailView,
  deadlines: readonly Deadline[],
): string[] {
  if (view.isSuspicious) return ['Do not reply, pay, or send documents before you have checked it']
  if (category === 'newsletter') return []
  if (category === 'job_interview' && isCalledOff(view)) return []
  const { anywhere } = view.folded
  const asked = requests.filter(({ of, says }) => of.includes(category) && says.test(anywhere))
  const dated = deadlines.filter(({ day }) => day !== '')
  const items = asked.map(({ says, item }) => withDay(item, dueOf(says, dated, asked.length)))
  if (items.length > 0) return items
  return dated.map(({ sentence, day }) => withDay(inShort(sentence), day))
}

function dueOf(says: RegExp, deadlines: readonly Deadline[], items: number): string {
  const own = deadlines.find(({ sentence }) => says.test(foldText(sentence)))
  const due = own ?? (items === 1 ? deadlines[0] : undefined)
  return due?.day ?? ''
}

function withDay(item: string, day: string): string {
  return day === '' || item.includes(day) ? item : `${item} by ${day}`
}

function inShort(sentence: string): string {
  return sentence.length <= 160 ? sentence : `${sentence.slice(0, 159).trimEnd()}…`
}
