import { randomBytes } from 'node:crypto'
import { DRAFT_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import { AppError } from '../../../errors.ts'
import type { Llm } from '../../../platform/llm/llm.ts'
import { foldText } from '../../fold-text.ts'
import type { AnalyzedMail, MailToAnalyze, ReadMessage } from '../../ports.ts'
import { analyzeByRules } from '../analyze-by-rules.ts'
import { cleanFinding, shownLines } from '../clean-finding.ts'
import { namesSecret, ordersIn, repeats, wordsOf } from '../find-orders.ts'
import { isMassMail } from '../is-mass-mail.ts'
import { explainCategory } from '../learned/explain-category.ts'
import { REMOVED, removeForeignLinks } from '../remove-foreign-links.ts'
import { ModelAnswer } from './model-answer.ts'
import { modelPrompt } from './model-prompt.ts'
import { proveClaims } from './prove-claims.ts'

/** What a model is shown of a mail (security design, 12.2), and of one that is too long for it. */
const SHOWN_CHARACTERS = 12_000
const FEWER_CHARACTERS = 3_000

/** The longest answer that fits the schema, in tokens. */
const MAX_TOKENS = 2_000

/**
 * The analysis of a mail by the language model, or null where no model is at hand. The model sees
 * this mail alone and has no tools; what it says is cut and cleaned. What acts is decided by the rules
 * alone, with a model as without: which times are proven, and whether and to what a reply is due.
 * Throws the failures of `Llm.json`.
 */
export async function analyzeByModel(
  llm: Pick<Llm, 'json'>,
  mail: MailToAnalyze,
  signal: AbortSignal,
): Promise<AnalyzedMail | null> {
  const answer = await askModel(llm, mail, signal)
  if (!answer) return null
  const { message } = mail
  const { events, ...claimed } = answer
  const ruled = await analyzeByRules(mail)
  const draftResponse = draftOf(claimed.draftResponse, ruled.finding.draftResponse, message)
  const cleaned = cleanFinding({ ...claimed, draftResponse }, message)
  const proposals = proveClaims(holdsEvents(answer, mail) ? events : [], ruled.proposals, mail)
  const explanation = explainCategory(message, cleaned.category, 'model')
  return { finding: { ...cleaned, analyzer: 'model', explanation }, proposals }
}

/** The model words a reply where the rules would write one; what it may not say, they say. */
function draftOf(written: string, ruled: string, message: ReadMessage): string {
  const draft = shownLines(written, DRAFT_MAX_CHARACTERS, message)
  return ruled !== '' && (draft === '' || isHarmlessReply(draft, message)) ? draft : ruled
}

/** What the model answers; a mail that is too long for it is shown shorter. */
async function askModel(
  llm: Pick<Llm, 'json'>,
  mail: MailToAnalyze,
  signal: AbortSignal,
): Promise<ModelAnswer | null> {
  const { text } = mail.message
  const ask = (characters: number) => {
    const shown = text.slice(0, characters).toWellFormed()
    const messages = modelPrompt(mail, shown, randomBytes(12).toString('hex'))
    const task = { name: 'mail_analysis', schema: ModelAnswer, messages, maxTokens: MAX_TOKENS }
    return llm.json(task, signal)
  }
  try {
    return await ask(SHOWN_CHARACTERS)
  } catch (failure) {
    const isTooLong = failure instanceof AppError && failure.code === 'LLM_CONTEXT'
    if (!isTooLong || text.length <= FEWER_CHARACTERS) throw failure
    return ask(FEWER_CHARACTERS)
  }
}

/** An invitation says it better; mails to many make no appointments. */
function holdsEvents({ category }: ModelAnswer, { message, appointments }: MailToAnalyze): boolean {
  if (appointments.length > 0) return false
  return category !== 'newsletter' && !(isMassMail(message) && category !== 'event')
}

/** Accepting, declining for good, or promising; folded, in the languages that drafts are written in. */
const commits = new RegExp(
  [
    "\\b(?:i(?:'ll| will| shall| can| accept| agree| confirm| hereby| commit| promise| guarantee)|count me in|we have a deal|you have my|happy to (?:accept|confirm|join|sign|start)|(?:works|suits|fits)\\b.{0,20}\\b(?:me|well|great|fine|perfectly)|(?:sounds|looks) (?:good|great|perfect)|is (?:perfect|fine|great)\\b|see you (?:then|there|on|at|soon)|(?:look|looking) forward to|delighted|accepted|confirmed|yes[,.! ]|of course|sure[,.!]|absolutely|gladly|i(?:'m| am) (?:in\\b|available|free))",
    '\\b(?:ich (?:nehme|werde|bestatige|sende|schicke|akzeptiere|sage|komme|bin|stimme|kann|verspreche)|nehme ich|bestatige ich|sende ich|schicke ich|komme ich|passt (?:mir|gut|perfekt|sehr|super)|freue mich (?:auf|sehr)|einverstanden|zugesagt|zusage|gerne? an\\b|ja[,.! ]|abgemacht|bis (?:dann|morgen)|selbstverstandlich|anbei|im anhang)',
    "\\b(?:j'accepte|je (?:confirme|serai|suis (?:disponible|libre|ravie?|d'accord)|vous (?:envoie|transmets|confirme)|viendrai|prends|m'engage|peux|promets)|(?:me|nous) (?:convient|va)\\b|me rejouis|ravie?\\b|avec plaisir|d'accord|oui[,.! ]|entendu|c'est parfait|ci-joint|bien sur|a (?:demain|bientot|lundi|mardi|mercredi|jeudi|vendredi)\\b)",
    '\\b(?:acepto|aceptamos|confirmo|me (?:va|viene|parece) (?:bien|perfecto|genial)|encantad[oa]|estare\\b|estoy (?:disponible|libre|de acuerdo)|asistire|le envio|te envio|os envio|enviare|adjunto|de acuerdo|si[,.!] |claro|por supuesto|nos vemos|con (?:mucho )?gusto|me comprometo|prometo|puedo|cuente conmigo)',
  ].join('|'),
)

/** A clock time, or a day by its name or number. */
const time =
  /\b\d{1,2}(?:[:.]\d{2}\b| ?h\b| ?h\d{2}| ?[ap]\.?m\b| uhr\b)|\b(?:\w+day|tomorrow|today|\w+tag|mittwoch|morgen um|heute|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|demain|lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana a)\b|\b\d{1,2}[./-]\d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th|\.) \p{L}{3,}|\b\p{L}{3,} \d{1,2}(?:st|nd|rd|th)\b/u

/** Letters and digits of an account, an identity card or a phone. */
const number = /\d(?:[\s./-]?\d){5}/

/** So many words in a row are the mail's own. */
const REPEATED_WORDS = 8

/**
 * Whether a model's reply may stand as a draft: it commits to nothing, names no time, holds no link, no
 * number and nothing secret, and repeats neither what the mail orders nor its sentences. Whether a
 * calendar is free is not known when a mail is read, so that a fixed time is not accepted either.
 */
export function isHarmlessReply(draft: string, message: ReadMessage): boolean {
  const folded = foldText(draft)
  if (commits.test(folded) || time.test(folded) || number.test(folded)) return false
  if (namesSecret(draft) || ordersIn(message).isIn(draft)) return false
  if (removeForeignLinks(draft, nothingShown).includes(REMOVED)) return false
  return !repeats(wordsOf(draft), `${message.subject}\n${message.text}`, REPEATED_WORDS)
}

const nothingShown = { hasLink: () => false, hasNumber: () => false }
