import { describe, expect, it } from 'vitest'
import { mailToAnalyze } from '../../../test/mail-to-analyze.ts'
import { type Script, scriptedLlm } from '../../../test/scripted-llm.ts'
import { AppError } from '../../errors.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import { ServerRefusal } from '../../platform/llm/server-refusal.ts'
import { createAnalyze } from './create-analyze.ts'

const answer = {
  category: 'networking',
  priority: 'medium',
  sentiment: 'positive',
  hasInterview: false,
  hasDeadline: false,
  summary: 'Dana knows a team.',
  actionItems: ['Reply to Dana'],
  draftResponse: 'Hi Dana',
  events: [],
}

const { signal } = new AbortController()
const rejection = mailToAnalyze({
  subject: 'Your application',
  text: 'Unfortunately we have decided to move forward with other candidates.',
})

interface Overheard {
  readonly logged: unknown[]
  readonly waits: number[]
  throttled: number
}

function overhear(llm: Pick<Llm, 'json'>, now?: () => Date) {
  const heard: Overheard = { logged: [], waits: [], throttled: 0 }
  const analyze = createAnalyze({
    llm,
    log: { warn: (...line: unknown[]) => heard.logged.push(line) },
    wait: async (ms) => heard.waits.push(ms),
    onThrottled: () => {
      heard.throttled += 1
    },
    ...(now && { now }),
  })
  return { analyze, heard }
}

/** An engine that fails so many times before it answers. */
function failing(code: AppError['code'], times: number, cause?: unknown) {
  const good = scriptedLlm.of({ json: answer })
  let asked = 0
  const llm: Pick<Llm, 'json'> & { readonly asked: () => number } = {
    asked: () => asked,
    async json(task, given) {
      asked += 1
      if (asked <= times) throw new AppError(code, 'It failed.', { cause })
      return good.json(task, given)
    },
  }
  return llm
}

describe('the analysis of a mail', () => {
  it('is the model’s where a model is at hand', async () => {
    const { analyze } = overhear(scriptedLlm.of({ json: answer }))

    const { finding } = await analyze(mailToAnalyze(), signal)

    const { events: _, ...said } = answer
    const explanation = { facts: [], words: [], categories: expect.arrayContaining(['networking']) }
    expect(finding).toEqual({ ...said, analyzer: 'model', explanation })
  })

  it('is that of the rules where none is', async () => {
    const { analyze, heard } = overhear(scriptedLlm.of({}))

    const { finding } = await analyze(rejection, signal)

    expect(finding).toMatchObject({ analyzer: 'rules', category: 'job_rejection' })
    expect(heard.logged).toEqual([])
  })

  it.each([
    ['no JSON', 'no'],
    ['an unknown category', { ...answer, category: 'urgent' }],
    ['a missing part', { category: 'other' }],
    ['an event without a date', { ...answer, events: [{ date: 'tomorrow' }] }],
  ])('is that of the rules where the model says %s', async (_, json: Script['json']) => {
    const { analyze, heard } = overhear(scriptedLlm.of({ json }))

    expect((await analyze(rejection, signal)).finding.analyzer).toBe('rules')
    expect(heard.logged).toEqual([[{ code: 'LLM_MALFORMED' }, expect.any(String)]])
  })

  it.each(['LLM_UNREACHABLE', 'LLM_AUTH', 'LLM_QUOTA', 'LLM_STALL', 'LLM_EMPTY'] as const)(
    'is that of the rules where the model fails with %s, and the log names the code alone',
    async (code) => {
      const { analyze, heard } = overhear(failing(code, 1))

      expect((await analyze(rejection, signal)).finding.analyzer).toBe('rules')
      expect(heard.logged).toEqual([[{ code }, expect.any(String)]])
      expect(JSON.stringify(heard.logged)).not.toMatch(/candidates|application/)
    },
  )

  it('waits longer each time while the server takes fewer requests, and says so', async () => {
    const { analyze, heard } = overhear(failing('LLM_RATE', 2))

    expect((await analyze(rejection, signal)).finding.analyzer).toBe('model')
    expect(heard.waits).toEqual([5_000, 20_000])
    expect(heard.throttled).toBe(2)
  })

  it('asks a server that stays busy three times and waits as long as it wishes', async () => {
    const llm = failing('LLM_RATE', 9, new ServerRefusal({ status: 429, retryAfterMs: 30_000 }))
    const { analyze, heard } = overhear(llm)

    expect((await analyze(rejection, signal)).finding.analyzer).toBe('rules')
    expect(llm.asked()).toBe(3)
    expect(heard.waits).toEqual([30_000, 30_000])
  })

  it('leaves a server alone for a minute that has failed three times in a row', async () => {
    let time = 0
    const llm = failing('LLM_STALL', 3)
    const { analyze } = overhear(llm, () => new Date(time))

    for (let mail = 0; mail < 5; mail++) await analyze(rejection, signal)
    expect(llm.asked()).toBe(3)

    time += 60_000
    expect((await analyze(rejection, signal)).finding.analyzer).toBe('model')
  })

  it('shows a model less of a mail that is too long for it', async () => {
    const asked: number[] = []
    const good = scriptedLlm.of({ json: answer })
    const { analyze } = overhear({
      async json(task, given) {
        asked.push(task.messages.reduce((sum, { content }) => sum + content.length, 0))
        if (asked.length === 1) throw new AppError('LLM_CONTEXT', 'It is too long.')
        return good.json(task, given)
      },
    })

    const { finding } = await analyze(mailToAnalyze({ text: 'word '.repeat(10_000) }), signal)

    expect(finding.analyzer).toBe('model')
    expect((asked[0] ?? 0) - (asked[1] ?? 0)).toBe(9_000)
  })

  it('is not asked of the model for a mail that cannot be read', async () => {
    const llm = scriptedLlm.of({ json: answer })
    const { analyze } = overhear(llm)

    const { finding } = await analyze(
      mailToAnalyze({ text: '', problem: 'It is damaged.' }),
      signal,
    )

    expect(finding.analyzer).toBe('rules')
    expect(llm.tasks).toEqual([])
  })

  it('ends with the reason of the signal, before and while the model is asked', async () => {
    const aborted = AbortSignal.abort(new Error('closed'))
    const { analyze } = overhear(scriptedLlm.of({ json: answer }))
    await expect(analyze(rejection, aborted)).rejects.toThrow('closed')

    const stop = new AbortController()
    const { analyze: interrupted } = overhear({
      async json(_task, given) {
        stop.abort(new Error('closed meanwhile'))
        given.throwIfAborted()
        return null
      },
    })
    await expect(interrupted(rejection, stop.signal)).rejects.toThrow('closed meanwhile')
  })
})
