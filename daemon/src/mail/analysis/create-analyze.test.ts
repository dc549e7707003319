import { describe, expect, it } from 'vitest'
import { mailToAnalyze } from '../../../test/mail-to-analyze.ts'
import { type ManualClock, manualClock } from '../../../test/manual-clock.ts'
import { type Script, scriptedLlm } from '../../../test/scripted-llm.ts'
import { AppError } from '../../errors.ts'
import type { Llm } from '../../platform/llm/llm.ts'
import { ServerRefusal } from '../../platform/llm/server/llm-failure.ts'
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

/** Seconds that the model has for a mail. */
const LIMIT = 30
const rejection = mailToAnalyze({
  subject: 'Your application',
  text: 'Unfortunately we have decided to move forward with other candidates.',
})

interface Overheard {
  readonly logged: unknown[]
  readonly clock: ManualClock
  throttled: number
}

function overhear(llm: Pick<Llm, 'json'>, isLoading = false, models: Llm['models'] = () => null) {
  const clock = manualClock()
  const heard: Overheard = { logged: [], clock, throttled: 0 }
  const { status } = scriptedLlm.of({ status: { isLoading } })
  const analyze = createAnalyze({
    llm: { json: llm.json, status, models },
    log: { warn: (...line: unknown[]) => heard.logged.push(line) },
    clock,
    limitSeconds: LIMIT,
    onThrottled: () => {
      heard.throttled += 1
    },
  })
  return { analyze, heard }
}

/** What comes of an analysis, and how many seconds it took. */
async function timed<Result>({ clock }: Overheard, working: Promise<Result>) {
  const begun = clock.now()
  let isOver = false
  void working.finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    if (!isOver) clock.pass(1000)
  }
  return { result: await working, seconds: (clock.now() - begun) / 1000 }
}

/** An engine that hangs until its caller gives up. */
function hanging(): Pick<Llm, 'json'> & { readonly asked: () => number } {
  let asked = 0
  return {
    asked: () => asked,
    json(_task, given) {
      asked += 1
      const { promise, reject } = Promise.withResolvers<null>()
      given.addEventListener('abort', () => reject(given.reason), { once: true })
      return promise
    },
  }
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
    // where the rules would not reply, nobody does
    expect(finding).toEqual({ ...said, draftResponse: '', analyzer: 'model', explanation })
  })

  it('names the model that was asked', async () => {
    const used = { chat: 'large', small: 'qwen3:8b', vision: null, embedding: null }
    const models = () => ({ origin: '', served: [], isOwnNetwork: true, used })
    const { analyze } = overhear(scriptedLlm.of({ json: answer }), false, models)

    expect((await analyze(mailToAnalyze(), signal)).finding.model).toBe('qwen3:8b')
  })

  it('is that of the rules where none is', async () => {
    const { analyze, heard } = overhear(scriptedLlm.of({}))

    const { finding } = await analyze(rejection, signal)

    expect(finding).toMatchObject({ analyzer: 'rules', category: 'job_rejection' })
    expect(heard.logged).toEqual([])
  })

  it('is that of the rules where no model may read the mail', async () => {
    const { analyze } = overhear(scriptedLlm.of({ json: answer }))

    const { finding, isStandIn } = await analyze({ ...rejection, isForRules: true }, signal)

    expect(finding).toMatchObject({ analyzer: 'rules', category: 'job_rejection' })
    expect(isStandIn).toBeUndefined()
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

  it('waits while the server takes fewer requests, and says so', async () => {
    const { analyze, heard } = overhear(failing('LLM_RATE', 2))

    const { result, seconds } = await timed(heard, analyze(rejection, signal))

    expect(result.finding.analyzer).toBe('model')
    expect(heard.throttled).toBe(2)
    expect(seconds).toBe(10)
  })

  it('waits as long as the server wishes, within the limit', async () => {
    const llm = failing('LLM_RATE', 1, new ServerRefusal({ status: 429, retryAfterMs: 20_000 }))
    const { analyze, heard } = overhear(llm)

    const { result, seconds } = await timed(heard, analyze(rejection, signal))

    expect([result.finding.analyzer, seconds]).toEqual(['model', 20])
  })

  it('goes on by the rules where a server stays busy, and leaves it alone for a while', async () => {
    const llm = failing('LLM_RATE', 99)
    const { analyze, heard } = overhear(llm)

    const { result, seconds } = await timed(heard, analyze(rejection, signal))
    const asked = llm.asked()
    const { seconds: more } = await timed(heard, analyze(rejection, signal))

    expect(result.finding.analyzer).toBe('rules')
    expect(seconds).toBeLessThanOrEqual(LIMIT)
    expect([llm.asked(), more]).toEqual([asked, 0])
  })

  it('leaves a server alone for as long as it asks for', async () => {
    const llm = failing('LLM_RATE', 1, new ServerRefusal({ status: 429, retryAfterMs: 200_000 }))
    const { analyze, heard } = overhear(llm)

    for (const seconds of [0, 100, 99]) {
      heard.clock.pass(seconds * 1000)
      expect((await analyze(rejection, signal)).finding.analyzer).toBe('rules')
    }
    heard.clock.pass(1000)

    expect((await analyze(rejection, signal)).finding.analyzer).toBe('model')
    expect(llm.asked()).toBe(2)
  })

  it('gives up a model that hangs when its time has passed', async () => {
    const { analyze, heard } = overhear(hanging())

    const { result, seconds } = await timed(heard, analyze(rejection, signal))

    expect(result.finding.analyzer).toBe('rules')
    expect(seconds).toBe(LIMIT)
    expect(heard.logged).toEqual([[{ code: 'LLM_STALL' }, expect.any(String)]])
  })

  it('has one time for a mail, however often the model is asked within it', async () => {
    const [slow, hung] = [failing('LLM_RATE', 5), hanging()]
    const { analyze, heard } = overhear({
      json: (task, given) => (slow.asked() < 3 ? slow : hung).json(task, given),
    })

    const { seconds } = await timed(heard, analyze(rejection, signal))

    expect([slow.asked(), hung.asked(), seconds]).toEqual([3, 1, LIMIT])
  })

  it('has four times as long while the model is loaded', async () => {
    const { analyze, heard } = overhear(hanging(), true)

    expect((await timed(heard, analyze(rejection, signal))).seconds).toBe(4 * LIMIT)
  })

  it('leaves a server alone for a minute that has failed three times', async () => {
    const llm = failing('LLM_STALL', 3)
    const { analyze, heard } = overhear(llm)

    for (let mail = 0; mail < 5; mail++) await analyze(rejection, signal)
    expect(llm.asked()).toBe(3)

    heard.clock.pass(60_000)
    expect((await analyze(rejection, signal)).finding.analyzer).toBe('model')
  })

  it.each([
    ['between answers', ['LLM_STALL', null, 'LLM_STALL', null, null, 'LLM_STALL'], 6],
    ['once in a while', ['LLM_STALL', 'LLM_STALL', ...Array(9).fill(null), 'LLM_STALL'], 13],
    ['by what it says', Array(12).fill('LLM_MALFORMED'), 13],
  ] as const)('asks a server that fails %s so often: %#', async (_, outcomes, asked) => {
    const good = scriptedLlm.of({ json: answer })
    let calls = 0
    const { analyze } = overhear({
      async json(task, given) {
        const code = outcomes[calls++]
        if (code) throw new AppError(code, 'It failed.')
        return good.json(task, given)
      },
    })

    for (let mail = 0; mail <= outcomes.length; mail++) await analyze(rejection, signal)

    expect(calls).toBe(asked)
  })

  it('is asked again after the clock was set back', async () => {
    const llm = failing('LLM_STALL', 3)
    const { analyze, heard } = overhear(llm)
    for (let mail = 0; mail < 3; mail++) await analyze(rejection, signal)

    heard.clock.pass(-86_400_000)

    expect((await analyze(rejection, signal)).finding.analyzer).toBe('model')
  })

  it.each([
    [true, failing('LLM_UNREACHABLE', 1)],
    [true, failing('LLM_QUOTA', 1)],
    [undefined, failing('LLM_MALFORMED', 1)],
    [undefined, failing('LLM_REFUSED', 1)],
    [undefined, scriptedLlm.of({})],
  ])('says whether the rules stand in for a model that was away: %j', async (isStandIn, llm) => {
    const { analyze } = overhear(llm)

    expect((await analyze(rejection, signal)).isStandIn).toBe(isStandIn)
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

    const { finding } = await analyze(
      mailToAnalyze({ text: 'We met at the conference in May. '.repeat(1_000) }),
      signal,
    )

    expect(finding.analyzer).toBe('model')
    expect((asked[0] ?? 0) - (asked[1] ?? 0)).toBe(9_000)
  })

  it('is not asked of the model for a scam', async () => {
    const llm = scriptedLlm.of({ json: { ...answer, category: 'job_offer', priority: 'high' } })
    const { analyze } = overhear(llm)
    const text = 'You are hired without interview. Pay the visa fee by Western Union, on WhatsApp.'

    const { finding, proposals } = await analyze(mailToAnalyze({ text }), signal)

    expect(llm.tasks).toEqual([])
    expect(proposals).toEqual([])
    expect(finding).toMatchObject({ category: 'other', priority: 'low', draftResponse: '' })
    expect(finding.actionItems).toEqual([])
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
