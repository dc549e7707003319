import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openAiWire as wire } from '../../../../.config/testing/model-wire.ts'
import { instantRetry } from '../../../test/engine-under-test.ts'
import { readChatEvents } from './read-chat-events.ts'
import type { ReplyText } from './reply-text.ts'
import { streamReply } from './stream-reply.ts'
import { llmTimers } from './watchdog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A reply whose body the test writes; it ends with an error when the request is aborted. */
function startReply() {
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  const caller = new AbortController()
  const about = { host: 'test', model: 'test' }
  const call = {
    about,
    async open(signal: AbortSignal) {
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

it('counts keep-alive comments as life, once the reply has begun', async () => {
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

it('gives a first token two minutes, whatever else comes', async () => {
  const { reply, write } = startReply()

  const stalled = expect(reply.next()).rejects.toHaveProperty('code', 'LLM_STALL')
  for (let half = 0; half < 4; half++) {
    await write(': keep-alive\n\n')
    await vi.advanceTimersByTimeAsync(30_000)
  }

  await stalled
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
