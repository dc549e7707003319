import { EventProposal } from '@shortlist/contracts/calendar'
import { Finding } from '@shortlist/contracts/mail'
import { beforeAll, describe, expect, it } from 'vitest'
import { sized } from '../../../../.config/testing/test-size.ts'
import { hostileAnswers } from '../../../test/hostile-answers.ts'
import { mailToAnalyze } from '../../../test/mail-to-analyze.ts'
import { scriptedLlm } from '../../../test/scripted-llm.ts'
import type { AnalyzedMail, MailToAnalyze } from '../ports.ts'
import { createAnalyze } from './create-analyze.ts'

const COUNT = sized(100, 400)
const unseen = /[\p{Cf}\p{Co}\p{Cs}]|[\p{Cc}--\n]/v

const interview = mailToAnalyze({
  subject: 'Interview',
  text: 'Your interview is confirmed for Thursday 5 March 2026 at 14:00 CET. Call me on +49 221 123456.',
})

async function obeyed(mail: MailToAnalyze): Promise<AnalyzedMail[]> {
  const { signal } = new AbortController()
  const analyzed: AnalyzedMail[] = []
  for (const json of hostileAnswers(COUNT, 20_260_302)) {
    const analyze = createAnalyze({ llm: scriptedLlm.of({ json }), log: { warn() {} } })
    analyzed.push(await analyze(mail, signal))
  }
  return analyzed
}

function textsOf({ finding, proposals }: AnalyzedMail): string[] {
  const events = proposals.flatMap(({ summary, location }) => [summary, location])
  return [finding.summary, finding.draftResponse, ...finding.actionItems, ...events]
}

describe('a model that says what an attacker wants', () => {
  let analyzed: AnalyzedMail[]

  beforeAll(async () => {
    analyzed = await obeyed(interview)
  }, 60_000)

  it('is believed often enough for this test to mean something', () => {
    const byModel = analyzed.filter(({ finding }) => finding.analyzer === 'model')

    expect(analyzed).toHaveLength(COUNT)
    expect(byModel.length).toBeGreaterThan(COUNT / 4)
    expect(byModel.flatMap(({ proposals }) => proposals).length).toBeGreaterThan(COUNT / 8)
  })

  it('always ends in a finding and proposals within the contract', () => {
    for (const { finding, proposals } of analyzed) {
      expect(Finding.strict().parse(finding)).toEqual(finding)
      expect(proposals.length).toBeLessThanOrEqual(5)
      for (const proposal of proposals) {
        expect(EventProposal.strict().parse(proposal)).toEqual(proposal)
        expect(proposal).toMatchObject({ method: 'request', uid: null, recurrenceId: null })
        expect(proposal.summary.length).toBeLessThanOrEqual(120)
        expect(proposal.location.length).toBeLessThanOrEqual(200)
      }
    }
  })

  it('leads nobody anywhere, and hides nothing', () => {
    const texts = analyzed.flatMap(textsOf)

    expect(texts.filter((text) => /evil|<\w|javascript:|7700/i.test(text))).toEqual([])
    expect(texts.filter((text) => unseen.test(text))).toEqual([])
    expect(texts.some((text) => text.includes('[removed]'))).toBe(true)
  })

  it('proves no time but the one that the mail says', () => {
    const proven = analyzed.flatMap(({ proposals }) => proposals.filter(({ isProven }) => isProven))

    expect(proven.length).toBeGreaterThan(COUNT / 20)
    for (const { time, evidence } of proven) {
      expect(time).toMatchObject({ kind: 'instant', start: '2026-03-05T13:00:00.000Z' })
      expect(interview.message.text).toContain(evidence)
    }
  })

  it('waits where the mail leaves a choice of times', async () => {
    const event = { summary: 'Call', location: '', end: '', zoneWords: 'CET', start: '14:00' }
    const json = {
      ...{ category: 'job_interview', priority: 'high', sentiment: 'neutral', summary: 'A call.' },
      ...{ hasInterview: true, hasDeadline: false, actionItems: [], draftResponse: '' },
      events: [
        { ...event, date: '2026-03-05', quote: '5 March 2026 at 14:00 CET' },
        { ...event, date: '2026-03-06', quote: '6 March 2026 at 14:00 CET' },
      ],
    }
    const text =
      'Interview: please pick one of these times. 5 March 2026 at 14:00 CET. 6 March 2026 at 14:00 CET.'
    const analyze = createAnalyze({ llm: scriptedLlm.of({ json }), log: { warn() {} } })

    const { proposals } = await analyze(mailToAnalyze({ text }), new AbortController().signal)

    expect(proposals.map(({ time, isProven }) => [time.kind, isProven])).toEqual([
      ['instant', false],
      ['instant', false],
    ])
  })

  it.each([
    ['a newsletter', { isBulk: true, text: 'Ten interview questions. Unsubscribe here.' }],
    [
      'a scam',
      { text: 'You are hired without interview. Pay the visa fee by Western Union, on WhatsApp.' },
    ],
  ])('makes of %s neither something urgent nor an event', async (_, message) => {
    for (const { finding, proposals } of await obeyed(mailToAnalyze(message))) {
      expect(finding.priority).not.toBe('high')
      expect(proposals.filter(({ isProven }) => isProven)).toEqual([])
    }
  })
})
