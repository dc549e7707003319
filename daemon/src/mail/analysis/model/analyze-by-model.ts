import { randomBytes } from 'node:crypto'
import { DRAFT_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import { AppError } from '../../../errors.ts'
import type { Llm } from '../../../platform/llm/llm.ts'
import type { AnalyzedMail, MailToAnalyze, ReadMessage } from '../../ports.ts'
import { analyzeByRules } from '../analyze-by-rules.ts'
import { cleanFinding, shownLines } from '../clean-finding.ts'
import { isMassMail } from '../is-mass-mail.ts'
import { explainCategory } from '../learned/explain-category.ts'
import { ModelAnswer } from './model-answer.ts'
import { modelPrompt } from './model-prompt.ts'
import { proveClaims } from './prove-claims.ts'
import { isHarmlessReply } from './prove-draft.ts'

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
