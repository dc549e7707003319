import type { Category } from '@shortlist/contracts/mail'

/** A question or a request to the reader, folded. */
export const asks =
  /\?|\b(?:please (?:send|let|tell|share|confirm|upload|name)|bitte (?:senden|schicken|teilen)|fehlen uns|merci de|veuillez)\b/

/** The reader is asked for times, folded. */
export const asksForTimes =
  /\b(?:availability|time ?slots|slots|(?:two|three|few|some|several) (?:or three )?(?:times|dates|days)|times (?:that|which|next)|alternatives|choose a time|pick a (?:time|slot)|(?:folgenden?|mogliche) (?:termin|tag)e?|disponibilites|any time between)\b/

/** The reader is asked to solve something, folded. */
export const asksForTest =
  /\b(?:(?:here is|complete|take|solve|attached|as discussed|invited you|next step is)\b.{0,80}\b(?:exercise|take-?home|challenge|assessment|test)|coding assessment|following test|probeaufgabe|testaufgabe|programmieraufgabe|test technique)\b/

/** What a mail asks for, by its words (folded), in the categories where they mean that. */
export interface Request {
  readonly of: readonly Category[]
  readonly says: RegExp
  readonly item: string
  /** Not asked where this is. */
  readonly unless?: RegExp
}

export const requests: readonly Request[] = [
  {
    of: ['job_interview'],
    says: asksForTimes,
    item: 'Reply with times that suit you',
  },
  {
    of: ['job_interview'],
    says: /\b(?:confirm|suit you|work for you|works? for you|are you (?:free|available)|could we do|fancy a call|bestatigen|passt (?:dir|ihnen)|seriez-vous disponible|confirmer)\b/,
    item: 'Reply to confirm the time',
    unless: asksForTimes,
  },
  {
    of: ['job_interview'],
    says: /\b(?:complete (?:an|your) (?:on-demand )?(?:video )?interview|start interview)\b/,
    item: 'Record the video interview',
  },
  {
    of: ['job_application'],
    says: asksForTest,
    item: 'Submit the test or exercise',
  },
  {
    of: ['job_application'],
    says: /\b(?:missing|upload them|fehlen uns|fehlende unterlagen|completer votre dossier)\b/,
    item: 'Send what is missing from your application',
  },
  {
    of: ['job_application'],
    says: /\breferences?\b|\bpeople who (?:have )?worked with you\b/,
    item: 'Send the names of references',
  },
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
