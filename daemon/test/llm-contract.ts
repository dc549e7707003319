import { EngineStatus } from '@shortlist/contracts/health'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../src/errors.ts'
import type { Llm, Prompt } from '../src/platform/llm/llm.ts'

/** What the engine under test is made to answer. */
export interface EngineScript {
  readonly pieces?: readonly string[]
  /** The reply breaks off after its pieces. */
  readonly isCut?: boolean
  /** The prompt is refused as too long for the model. */
  readonly isTooLong?: boolean
  readonly write?: string
  readonly json?: unknown
  /** The vector of every text. */
  readonly vector?: readonly number[]
}

/** A prompt that asks one question. */
export function promptOf(question: string, extra: Partial<Prompt> = {}): Prompt {
  const messages = [{ role: 'user' as const, content: question }]
  return { messages, question, mode: 'chat', passages: [], ...extra }
}

/** Everything that a reply says, and how it failed. */
export async function listen(reply: AsyncIterable<string>) {
  const pieces: string[] = []
  try {
    for await (const piece of reply) pieces.push(piece)
  } catch (failure) {
    return { text: pieces.join(''), pieces, failure }
  }
  return { text: pieces.join(''), pieces, failure: undefined }
}

const running = () => new AbortController().signal
const task = { messages: [{ role: 'user' as const, content: 'Title?' }], maxTokens: 20 }
const schema = z.object({ category: z.enum(['event', 'other']) })
const jsonTask = { ...task, name: 'category', schema }

/** What every engine does that has a model behind it, whether real or a fake. */
export function describeLlmContract(
  name: string,
  engine: (script: EngineScript) => Promise<Llm>,
): void {
  describe(`${name} as a model engine`, () => {
    describeReplies(engine)
    describeShortAnswers(engine)

    it('tells what it is, before and after looking again', async () => {
      const llm = await engine({ pieces: ['Hello'] })

      const status = EngineStatus.parse(llm.status())

      expect(status.error).toBeNull()
      expect(await llm.refresh()).toEqual(status)
    })
  })
}

function describeReplies(engine: (script: EngineScript) => Promise<Llm>): void {
  it('says the whole reply in order', async () => {
    const llm = await engine({ pieces: ['Hel', 'lo, ', 'wörld 🎉'] })

    const { text, failure } = await listen(llm.stream(promptOf('Hi'), running()))

    expect(failure).toBeUndefined()
    expect(text).toBe('Hello, wörld 🎉')
  })

  it('keeps what was said before a reply broke off, and then says why', async () => {
    const llm = await engine({ pieces: ['Hel', 'lo'], isCut: true })

    const { text, failure } = await listen(llm.stream(promptOf('Hi'), running()))

    expect(text).toBe('Hello')
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toHaveProperty('code', 'LLM_CUT')
  })

  it('holds less than a prompt that was too long', async () => {
    const llm = await engine({ isTooLong: true })
    const messages = [{ role: 'user' as const, content: 'word '.repeat(3000) }]
    expect(llm.contextTokens()).toBe(CONTEXT_WINDOW_TOKENS)

    const { text, failure } = await listen(llm.stream(promptOf('Hi', { messages }), running()))

    expect(text).toBe('')
    expect(failure).toHaveProperty('code', 'LLM_CONTEXT')
    expect(llm.contextTokens()).toBeLessThan(3750)
  })

  it('calls an empty reply a failure', async () => {
    const llm = await engine({ pieces: [] })

    const { failure } = await listen(llm.stream(promptOf('Hi'), running()))

    expect(failure).toHaveProperty('code', 'LLM_EMPTY')
    expect(failure).toHaveProperty('message', 'No response content received from LLM')
  })

  it('ends quietly when it is stopped, before or within a reply', async () => {
    const llm = await engine({ pieces: ['Hel', 'lo'] })
    const stopping = new AbortController()

    for await (const piece of llm.stream(promptOf('Hi'), stopping.signal)) {
      expect('Hello').toContain(piece)
      stopping.abort()
    }
    expect(await listen(llm.stream(promptOf('Hi'), stopping.signal))).toEqual({
      text: '',
      pieces: [],
      failure: undefined,
    })
  })
}

function describeShortAnswers(engine: (script: EngineScript) => Promise<Llm>): void {
  it('writes a short text', async () => {
    const llm = await engine({ write: 'Follow-up mail' })

    expect(await llm.write(task, running())).toBe('Follow-up mail')
  })

  it('gives an answer that fits the schema', async () => {
    const llm = await engine({ json: { category: 'event' } })

    expect(await llm.json(jsonTask, running())).toEqual({ category: 'event' })
  })

  it('refuses an answer that does not fit', async () => {
    const llm = await engine({ json: { category: 'party' } })

    await expect(llm.json(jsonTask, running())).rejects.toHaveProperty('code', 'LLM_MALFORMED')
  })

  it('gives one vector per text, or null where there are none', async () => {
    const able = await engine({ vector: [0.5, -1] })
    const unable = await engine({})

    const vector = Float32Array.of(0.5, -1)
    expect(await able.embed(['a', 'b'], running())).toEqual({
      model: expect.stringMatching(/./),
      vectors: [vector, vector],
    })
    expect(await able.embed([], running())).toMatchObject({ vectors: [] })
    expect(await unable.embed(['a'], running())).toBeNull()
  })

  it('rejects with the reason of the signal when it is aborted', async () => {
    const llm = await engine({ write: 'never', json: { category: 'event' }, vector: [1] })
    const reason = new Error('no longer wanted')
    const signal = AbortSignal.abort(reason)

    await expect(llm.write(task, signal)).rejects.toBe(reason)
    await expect(llm.json(jsonTask, signal)).rejects.toBe(reason)
    await expect(llm.embed(['a'], signal)).rejects.toBe(reason)
  })
}
