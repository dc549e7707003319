import { foldText, READ_CHARACTERS } from '../mail-text.ts'
import type { ReadMessage } from '../ports.ts'
import { readTable } from '../read-table.ts'
import { judgeMail } from './learned/judge-mail.ts'

/** What a scam adds up to; no single sign is enough. */
const ENOUGH = 4

/** So likely a scam, by what was learned of them, is one. */
const LIKELY = 0.12

/** A shorter text says too little to call anybody a crook by likelihood, in characters. */
const TELLING = 200

const job =
  /\b(?:job|jobs|position|role|employment|hired?|hiring|recruit\w*|interview|application|applicant|salary|career|work(?:ers?|ing)?|stelle|bewerb\w*|nebenjob|heimarbeit|emploi|poste|recrut\w*)\b/

/**
 * Signs of fraud with a job as its bait, folded, by what they weigh: money to be sent on, fees, chats
 * with a false HR.
 */
const signs = [...readTable(new URL('./rules/scam-signs.txt', import.meta.url))].flatMap(
  ([weight, lines]) => lines.map((line) => [Number(weight), new RegExp(line, 's')] as const),
)

/**
 * Whether a mail looks like a scam that uses a job as its bait. Its card warns; such a mail is never
 * of high priority, and neither a reply nor an event is made of it.
 */
export function isSuspicious(message: ReadMessage): boolean {
  const verdict = verdicts.get(message) ?? judge(message)
  verdicts.set(message, verdict)
  return verdict
}

/** An analysis asks several times, and the text is long. */
const verdicts = new WeakMap<ReadMessage, boolean>()

function judge(message: ReadMessage): boolean {
  const { subject, text, authentication } = message
  if (text.length >= TELLING && judgeMail(message).scam > LIKELY) return true
  const folded = foldText(`${subject}\n${text.slice(0, READ_CHARACTERS)}`)
  const found = signs.filter(([, says]) => says.test(folded))
  if (found.length === 0 || !job.test(folded)) return false
  const forged = authentication === 'fail' ? 2 : 0
  return found.reduce((total, [weight]) => total + weight, forged) >= ENOUGH
}
