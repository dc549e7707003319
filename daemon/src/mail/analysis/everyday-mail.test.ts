import { beforeAll, describe, expect, it } from 'vitest'
import { corpus } from '../../../../.config/testing/corpus.ts'
import { sized } from '../../../../.config/testing/test-size.ts'
import { mailToAnalyze } from '../../../test/mail-to-analyze.ts'
import { readMessage } from '../message/read-message.ts'
import type { AnalyzedMail } from '../ports.ts'
import { analyzeByRules } from './analyze-by-rules.ts'

/** Mails of strangers, who neither seek nor offer work; every 12th, by default every 36th, keeps the test short. */
describe('mails that have nothing to do with looking for work', () => {
  const found: AnalyzedMail['finding'][] = []
  const booked: AnalyzedMail['proposals'][number][] = []
  const answered: string[] = []

  beforeAll(async () => {
    for (const { name, raw } of corpus(sized(36, 12))) {
      const fetched = { uid: 1, receivedAt: '2002-10-01T00:00:00.000Z', isWhole: true, parts: [] }
      const message = await readMessage({ ...fetched, source: raw })
      const { finding, proposals } = await analyzeByRules(mailToAnalyze(message))
      found.push(finding)
      booked.push(...proposals.filter(({ isProven, method }) => isProven && method === 'request'))
      if (name.startsWith('spam') && finding.draftResponse !== '') answered.push(name)
    }
  }, 60_000)

  const shareOf = (is: (finding: (typeof found)[number]) => boolean) =>
    found.filter(is).length / found.length

  it('are next to never urgent', () => {
    expect(shareOf(({ priority }) => priority === 'high')).toBeLessThan(0.004)
  })

  it('fix no time, and spam gets no reply', () => {
    expect(booked).toEqual([])
    expect(answered).toEqual([])
  })

  it('are next to never about an application, an interview or an offer', () => {
    expect(shareOf(({ category }) => category.startsWith('job_'))).toBeLessThan(0.01)
    expect(shareOf(({ category }) => category === 'freelance')).toBeLessThan(0.015)
  })
})
