import type { ReadMessage } from '../ports.ts'
import { judgeMail } from './learned/judge-mail.ts'
import { foldText, READ_CHARACTERS } from './rules/fold-text.ts'

/** What a scam adds up to; no single sign is enough. */
const ENOUGH = 4

/** So likely a scam, by what was learned of them, is one. */
const LIKELY = 0.12

/** A shorter text says too little to call anybody a crook by likelihood, in characters. */
const TELLING = 200

const job =
  /\b(?:job|jobs|position|role|employment|hired?|hiring|recruit\w*|interview|application|applicant|salary|career|work(?:ers?|ing)?|stelle|bewerb\w*|nebenjob|heimarbeit|emploi|poste|recrut\w*)\b/

/** Signs of fraud with a job as its bait, folded: money to be sent on, fees, chats with a false HR. */
const signs: readonly (readonly [weight: number, says: RegExp])[] = [
  [3, /\b(?:gift cards?|geschenkkarten?|cartes? cadeaux?|western union|moneygram)\b/],
  [
    3,
    /\b(?:deposit|cash|bank) (?:it|the|a|this) ?(?:cheque|check)\b|\bsend you an? (?:cheque|check)\b|\bcashier'?s check\b|\bdeposit it and\b/,
  ],
  [
    3,
    /\b(?:registration|processing|training|visa|application|administration|activation|onboarding) fee\b|\brefundable (?:\w+ )?(?:fee|deposit)\b|\bbearbeitungsgebuhr\b|\bfrais de dossier\b/,
  ],
  [
    2,
    /\b(?:contact|add|message|text|reach|write to|join|melden\w*|schreib\w*|contacte[rz]|ajoute[rz])\b.{0,80}\b(?:on|via|by|per|uber|sur|par)\b.{0,20}\b(?:telegram|whats ?app|signal|wechat|line)\b/s,
  ],
  [1, /\b(?:telegram|whats ?app)\b/],
  [3, /\b(?:crypto(?:currency)? wallet|connect your (?:crypto )?wallet|seed phrase|usdt)\b/],
  [2, /\b(?:bitcoin|btc|crypto|tether)\b/],
  [
    3,
    /\b(?:copy of your|your) (?:passport|id card|social security number|ssn)\b.{0,60}\bbank (?:details|account)\b|\bbank details\b.{0,60}\bpassport\b/s,
  ],
  [
    3,
    /\b(?:receive|empfangen|recevez)\b.{0,60}\b(?:payments?|zahlungen|paiements?|transfers?)\b.{0,80}\b(?:forward|weiter|transfer|transfere[rz])\b/s,
  ],
  [2, /\btransfer the rest\b|\bapproved vendor\b|\bhome office equipment\b/],
  [
    2,
    /\bno (?:prior )?experience (?:is )?(?:needed|required|necessary)\b|\bohne vorkenntnisse\b|\bsans experience\b/,
  ],
  [2, /\b(?:selected|hired|got the job|employ\w+)\b.{0,60}\bwithout (?:an )?interview\b/s],
  [
    2,
    /\bearn\b.{0,20}\b\d{2,4}\b.{0,30}\b(?:daily|per day|a day)\b|\b\d{2,4} ?(?:eur|usd|\$|euros?|dollars?) (?:per|a) day\b/,
  ],
  [
    2,
    /\b(?:hello|hi) dear\b|\bdear (?:applicant|candidate|beneficiary)\b.{0,200}\bcongratulations\b/s,
  ],
  [
    2,
    /\binstall (?:our|the|this) (?:\w+ )?(?:app|software|client)\b.{0,60}\b(?:before|to start|interview)\b|\bbefore the interview install\b/s,
  ],
]

/**
 * Whether a mail looks like a scam that uses a job as its bait. Its card warns; such a mail is never
 * of high priority, and neither a reply nor an event is made of it.
 */
export function isSuspicious(message: ReadMessage): boolean {
  const known = verdicts.get(message)
  if (known !== undefined) return known
  const verdict = judge(message)
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
