import { getEventListeners } from 'node:events'
import { beforeEach, expect, it, vi } from 'vitest'
import { openAiWire as wire } from '../../../../../.config/testing/model-wire.ts'
import { instantRetry } from '../../../../test/engine-under-test.ts'
import { AppError } from '../../../errors.ts'
import { ServerRefusal } from './llm-failure.ts'
import { readChatEvents } from './openai-llm.ts'
import { llmTimers, type ReplyText, requestAnswer, streamReply } from './stream-reply.ts'

beforeEach(() => void vi.useFakeTimers())

/** A reply whose body the test writes; it ends with an error when the request is aborted. */
function startReply({ isLoading = false } = {}) {
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  const caller = new AbortController()
  const about = { host: 'test', model: 'test' }
  const call = {
    about,
    async open(signal: AbortSignal, loads: () => void) {
      if (isLoading) loads()
      signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}))
      return new Response(body.readable)
    },
    createReader: (_: string, reply: ReplyText) => readChatEvents(reply, about),
  }
  const limits = { timers: llmTimers(30), retry: instantRetry().retry }
  const reply = streamReply(call, limits, caller.signal)
  const write = (text: string) => writer.write(new TextEncoder().encode(text))
  return { reply, write, caller, end: () => writer.close() }
}

it('bears pauses that are each within the limit, and ends the first that is not', async () => {
  const { reply, write } = startReply()

  for (let piece = 0; piece < 5; piece++) {
    const next = reply.next()
    await vi.advanceTimersByTimeAsync(29_000)
    await write(wire.text('word '))
    expect(await next).toEqual({ done: false, value: 'word ' })
  }

  const stalled = expect(reply.next()).rejects.toHaveProperty('code', 'LLM_STALL')
  await vi.advanceTimersByTimeAsync(30_000)
  await stalled
})

it('waits on while keep-alive comments come, once the reply has begun', async () => {
  const { reply, write } = startReply()
  const first = reply.next()
  await write(wire.text('word '))
  await first

  const next = reply.next()
  for (let minute = 0; minute < 5; minute++) {
    await vi.advanceTimersByTimeAsync(29_000)
    await write(': keep-alive\n\n')
  }
  await write(wire.text('word'))

  expect(await next).toEqual({ done: false, value: 'word' })
})

it('gives a first token no longer than the others, whatever else comes', async () => {
  const { reply, write } = startReply()

  const stalled = expect(reply.next()).rejects.toHaveProperty(
    'message',
    'The model said nothing for 30 seconds, so the reply was ended.',
  )
  await vi.advanceTimersByTimeAsync(29_000)
  await write(': keep-alive\n\n')
  await vi.advanceTimersByTimeAsync(1000)

  await stalled
})

it('gives a model that is being loaded four times as long, until its first token', async () => {
  const { reply, write } = startReply({ isLoading: true })

  const first = reply.next()
  await vi.advanceTimersByTimeAsync(119_000)
  await write(wire.text('word '))
  expect(await first).toEqual({ done: false, value: 'word ' })

  const stalled = expect(reply.next()).rejects.toHaveProperty('code', 'LLM_STALL')
  await vi.advanceTimersByTimeAsync(30_000)
  await stalled
})

it('gives an answer that is not streamed no longer than a first token', async () => {
  const open = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const limits = { timers: llmTimers(30), retry: instantRetry().retry }
  const about = { host: 'test', model: 'test' }

  const stalled = expect(
    requestAnswer(open, about, limits, new AbortController().signal),
  ).rejects.toHaveProperty('code', 'LLM_STALL')
  await vi.advanceTimersByTimeAsync(30_000)

  await stalled
})

it('counts no pause before a repetition as silence', async () => {
  const refusal = new ServerRefusal({ status: 429, retryAfterMs: 20_000 })
  const answers = [
    () => Promise.reject(new AppError('LLM_RATE', 'busy', { cause: refusal })),
    async () => Response.json({ is: 'fine' }),
  ]
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const retry = { delaysMs: [500], longestWaitMs: 20_000, wait }
  const limits = { timers: llmTimers(1), retry }
  const open = async () => (answers.shift() ?? expect.fail('asked too often'))()

  const answer = requestAnswer(open, { host: '', model: '' }, limits, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(20_000)

  expect(await answer).toEqual({ is: 'fine' })
})

it('leaves no timer and no listener behind', async () => {
  const { reply, write, caller, end } = startReply()
  const first = reply.next()
  await write(wire.text('word') + wire.finish('stop'))
  await first
  const last = reply.next()
  await end()

  expect(await last).toEqual({ done: true, value: undefined })
  expect(vi.getTimerCount()).toBe(0)
  expect(getEventListeners(caller.signal, 'abort')).toEqual([])
})
