import { describe, expect, it } from 'vitest'
import { mailToAnalyze } from '../../../../test/mail-to-analyze.ts'
import { isSuspicious } from './judge-mail.ts'

const judged = (text: string, authentication: 'pass' | 'fail' | 'unknown' = 'unknown') =>
  isSuspicious(mailToAnalyze({ text, authentication }).message)

describe('a suspicious mail', () => {
  it.each([
    'You are hired! We send you a check for your equipment, deposit it and transfer the rest.',
    'The job is yours once you have paid the refundable registration fee with gift cards.',
    'Earn 300 USD per day with online work, no experience needed, message us on WhatsApp.',
    'Vor dem Bewerbungsgespräch bitte eine Bearbeitungsgebühr von 50 Euro in Bitcoin zahlen.',
    'Pour cet emploi, envoyez les frais de dossier par Western Union.',
  ])('uses a job as its bait: %s', (text) => {
    expect(judged(text)).toBe(true)
  })

  it.each([
    'Our office accepts Bitcoin, and gift cards make nice presents.',
    'We are hiring for our crypto exchange: Senior Rust developer, salary 120k.',
    'You can reach the recruiting team on WhatsApp as well.',
    'Please send your signed contract and your bank details to HR before your first day.',
    'There is no application fee for this position.',
  ])('is not this one: %s', (text) => {
    expect(judged(text)).toBe(false)
  })

  it('is recognised by less where its sender is forged', () => {
    const text = 'Job offer: contact our recruiter on Telegram.'

    expect(judged(text)).toBe(false)
    expect(judged(text, 'fail')).toBe(true)
    expect(judged('Your interview is on Monday.', 'fail')).toBe(false)
  })
})
