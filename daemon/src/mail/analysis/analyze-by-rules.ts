import type { Category, Finding } from '@shortlist/contracts/mail'
import type { AnalyzedMail, MailToAnalyze } from '../ports.ts'
import { isSuspicious } from './is-suspicious.ts'

const signs: readonly (readonly [Category, RegExp])[] = [
  ['job_rejection', /unfortunately.{0,200}\b(not|other candidates)\b|leider.{0,200}\bnicht\b/is],
  ['job_offer', /pleased to offer you|offer letter|vertragsangebot/i],
  ['job_interview', /\binterview|vorstellungsgespräch|entretien/i],
  ['job_application', /your application|ihre bewerbung|votre candidature/i],
]

/** The analysis of a mail by patterns alone; needs no model and contacts nobody. */
export async function analyzeByRules({ message }: MailToAnalyze): Promise<AnalyzedMail> {
  const text = `${message.subject}\n${message.text.slice(0, 12_000)}`
  const found = signs.find(([, pattern]) => pattern.test(text))?.[0]
  const category = found ?? (message.isBulk ? 'newsletter' : 'other')
  const isUrgent = category === 'job_interview' || category === 'job_offer'
  const finding: Finding = {
    category,
    priority: isUrgent && !isSuspicious(message) ? 'high' : 'low',
    sentiment: 'neutral',
    hasInterview: category === 'job_interview',
    hasDeadline: false,
    summary: message.subject.slice(0, 600),
    actionItems: [],
    draftResponse: '',
    analyzer: 'rules',
  }
  return { finding, proposals: [] }
}
