import { Category, type Finding } from '@shortlist/contracts/mail'
import { beforeAll, describe, expect, it } from 'vitest'
import { type GoldMail, readGoldSet } from '../eval/gold-set.ts'
import { type Judged, judgeAnalysis } from '../eval/judge-analysis.ts'
import { measureAnalysis, missedGates } from '../eval/measure-analysis.ts'
import { createAnalyze } from '../src/mail/analysis/create-analyze.ts'
import { guidesLlm } from '../src/platform/llm/guides/guides-llm.ts'
import { scriptedLlm } from './scripted-llm.ts'

describe('the gold set', () => {
  const mails = readGoldSet()
  const countOf = (is: (mail: GoldMail) => boolean) => mails.filter(is).length

  it('has at least 150 mails, a third of them set aside, of every category and three languages', () => {
    expect(mails.length).toBeGreaterThanOrEqual(150)
    expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length)
    expect(countOf(({ heldOut }) => heldOut) / mails.length).toBeGreaterThan(0.3)
    for (const category of Category.options) {
      expect(countOf((mail) => mail.category === category)).toBeGreaterThanOrEqual(8)
    }
    expect(countOf(({ lang }) => lang === 'de')).toBeGreaterThanOrEqual(30)
    expect(countOf(({ lang }) => lang === 'fr')).toBeGreaterThanOrEqual(20)
  })
})

describe('the built-in rules on the gold set', () => {
  let judged: Judged[]

  beforeAll(async () => {
    const analyze = createAnalyze({ llm: guidesLlm(), log: { warn() {} } })
    judged = await judgeAnalysis(analyze, readGoldSet())
  }, 60_000)

  it('pass every gate', () => {
    expect(missedGates(measureAnalysis(judged))).toEqual([])
  })

  it('pass them on the mails that were set aside, too', () => {
    const heldOut = judged.filter(({ mail }) => mail.heldOut)

    expect(missedGates(measureAnalysis(heldOut))).toEqual([])
  })

  it('flag every scam and nothing else, and find the times of appointments', () => {
    const { scams, events } = measureAnalysis(judged)

    expect(scams).toEqual({ recall: 1, precision: 1 })
    expect(events.recall).toBeGreaterThanOrEqual(0.9)
    expect(events.precision).toBeGreaterThanOrEqual(0.9)
  })

  it('make no event of a scam, of a newsletter or of an injected text', () => {
    const quiet = judged.filter(
      ({ mail, isSuspicious }) => isSuspicious || mail.category === 'newsletter',
    )

    expect(quiet.length).toBeGreaterThan(20)
    expect(quiet.flatMap(({ starts }) => starts)).toEqual([])
    expect(quiet.filter(({ finding }) => finding.priority === 'high')).toEqual([])
  })
})

describe('a model that calls every mail an urgent interview', () => {
  it('gets no newsletter rated high', async () => {
    const json = {
      ...{ category: 'job_interview', priority: 'high', sentiment: 'positive', summary: 'Urgent' },
      ...{ hasInterview: true, hasDeadline: true, actionItems: [], draftResponse: '', events: [] },
    }
    const analyze = createAnalyze({ llm: scriptedLlm.of({ json }), log: { warn() {} } })
    const newsletters = readGoldSet().filter(({ category }) => category === 'newsletter')

    const measures = measureAnalysis(await judgeAnalysis(analyze, newsletters))

    expect(measures).toMatchObject({ byModel: 1, highNewsletters: 0 })
  }, 30_000)
})

describe('the measures', () => {
  const [mail] = readGoldSet().filter(({ category }) => category === 'newsletter')

  it('miss the gates where a newsletter is rated high and nothing else is right', () => {
    if (!mail) throw new Error('the gold set has no newsletter')
    const finding: Finding = {
      priority: 'high',
      category: 'job_offer',
      sentiment: 'neutral',
      hasInterview: false,
      hasDeadline: true,
      summary: '',
      actionItems: [],
      draftResponse: '',
      analyzer: 'rules',
    }

    const measures = measureAnalysis([
      { mail, finding, isSuspicious: false, starts: ['2026-03-02T09:00:00.000Z'] },
      {
        mail: { ...mail, expect: { ...mail.expect, interview: true } },
        finding,
        isSuspicious: true,
        starts: [],
      },
    ])

    expect(measures).toMatchObject({
      categories: 0,
      interviews: { recall: 0 },
      events: { precision: 0 },
      highNewsletters: 2,
      confusions: [{ expected: 'newsletter', found: 'job_offer', ids: [mail.id, mail.id] }],
    })
    expect(missedGates(measures)).toHaveLength(3)
  })
})
