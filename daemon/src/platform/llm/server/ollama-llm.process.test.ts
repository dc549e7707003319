import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Answer,
  answerJson,
  answerStream,
  answerThenSilence,
  type FaultModel,
  startFaultModel,
} from '../../../../../.config/testing/fault-model.ts'
import { ollamaWire as wire } from '../../../../../.config/testing/model-wire.ts'
import { engineAt, ollamaKind, startEngine } from '../../../../test/engine-under-test.ts'
import { listen, promptOf } from '../../../../test/llm-contract.ts'
import type { Llm } from '../llm.ts'

const running = () => new AbortController().signal
const good = answerStream(wire, wire.text('Hello'), wire.finish('stop'))

function ask(llm: Llm, content: string) {
  const messages = [{ role: 'user' as const, content }]
  return listen(llm.stream(promptOf(content, { messages }), running()))
}

it.each([
  ['a short prompt', 'Hi', 8192],
  ['what just fits', 'x'.repeat(2.5 * (8192 - 1024 - 8)), 8192],
  ['one token more', 'x'.repeat(2.5 * (8192 - 1024 - 8) + 1), 16_384],
  ['a full window of English', 'word '.repeat(5040), 16_384],
  ['a full window of Japanese', '日'.repeat(25_200), 32_768],
])('asks for a context that holds prompt and reply: %s', async (_, content, numCtx) => {
  const { llm, server } = await startEngine(ollamaKind, good)

  expect(await ask(llm, content)).toMatchObject({ text: 'Hello', failure: undefined })

  const most = Math.ceil(Buffer.byteLength(content) / 2.5) + 8
  expect(server.requests[0]).toMatchObject({
    path: '/api/chat',
    body: {
      model: 'chatty',
      messages: [{ role: 'user', content }],
      stream: true,
      options: { num_ctx: numCtx, num_predict: numCtx - most },
      truncate: false,
      shift: false,
    },
  })
  expect(numCtx - most).toBeGreaterThanOrEqual(1024)
})

it('keeps a larger context once it was needed, so that the model stays loaded', async () => {
  const { llm, server } = await startEngine(ollamaKind, good)

  for (const length of [10, 30_000, 10, 20_000]) await ask(llm, 'x'.repeat(length))

  expect(server.requests.map(({ body }) => body.options)).toMatchObject([
    { num_ctx: 8192 },
    { num_ctx: 16_384 },
    { num_ctx: 16_384 },
    { num_ctx: 16_384 },
  ])
})

it('sends nothing when the prompt cannot fit', async () => {
  const { llm, server } = await startEngine(ollamaKind, good)

  expect(await ask(llm, 'x'.repeat(100_000))).toMatchObject({ failure: { code: 'LLM_CONTEXT' } })
  expect(server.requests).toHaveLength(0)
})

async function ollamaWith(models: object | undefined, ...answers: Answer[]) {
  const server = await startFaultModel(answers, models && { '/api/ps': { models } })
  return { server, llm: engineAt(ollamaKind, server) }
}

/** Asks for a reply that does not come; resolves once the server has heard it, to what stops it. */
async function waitForReply(llm: Llm, server: FaultModel) {
  const asked = server.next()
  const stopping = new AbortController()
  const waiting = listen(llm.stream(promptOf('Hi'), stopping.signal))
  await asked
  return () => {
    stopping.abort()
    return waiting
  }
}

it.each([
  ['is not in memory', []],
  ['is in memory with another context', [{ name: 'chatty:latest', context_length: 4096 }]],
])('says that the model is loading while a reply waits for one that %s', async (_, models) => {
  const { llm, server } = await ollamaWith(models, answerThenSilence(wire), good)
  const stop = await waitForReply(llm, server)

  expect(llm.status().isLoading).toBe(true)
  await stop()
  expect(llm.status().isLoading).toBeUndefined()

  const heard: unknown[] = []
  for await (const piece of llm.stream(promptOf('Hi'), running())) {
    heard.push([piece, llm.status().isLoading])
  }
  expect(heard).toEqual([['Hello', undefined]])
})

it.each([
  ['is in memory', [{ name: 'chatty:latest', context_length: 8192 }]],
  ['is in memory of a server that tells no context', [{ name: 'chatty' }]],
  ['may be in memory of a server that does not tell', undefined],
])('says nothing of loading while a reply waits for a model that %s', async (_, models) => {
  const { llm, server } = await ollamaWith(models, answerThenSilence(wire))
  const stop = await waitForReply(llm, server)

  expect(llm.status().isLoading).toBeUndefined()
  await stop()
})

it('takes a window that stays smaller than asked for as loaded once it has answered', async () => {
  const small = [{ name: 'chatty:latest', context_length: 2048 }]
  const { llm, server } = await ollamaWith(small, good, answerThenSilence(wire))
  await ask(llm, 'Hi')
  const stop = await waitForReply(llm, server)

  expect(llm.status().isLoading).toBeUndefined()
  await stop()
})

const image = { type: 'image/png', bytes: Uint8Array.of(1, 2, 3) }
const looking = [{ role: 'user' as const, content: 'What is it?', image }]

it.each([
  ['that can see', { capabilities: ['completion', 'vision'] }],
  ['that does not tell', { license: 'free' }],
])('shows an image to a model %s', async (_, shown) => {
  const { llm, server } = await startEngine(ollamaKind, [answerJson(shown), good])

  await listen(llm.stream(promptOf('What is it?', { messages: looking }), running()))

  expect(server.requests).toMatchObject([
    { path: '/api/show', body: { model: 'seeing' } },
    {
      path: '/api/chat',
      body: {
        model: 'seeing',
        messages: [{ role: 'user', content: 'What is it?', images: ['AQID'] }],
      },
    },
  ])
})

it('shows no image to a model that would not notice it', async () => {
  const { llm, server } = await startEngine(ollamaKind, [
    answerJson({ capabilities: ['completion'] }),
    good,
  ])

  const reply = await listen(llm.stream(promptOf('What is it?', { messages: looking }), running()))

  expect(reply).toMatchObject({ text: '', failure: { code: 'LLM_IMAGE' } })
  expect(server.requests).toHaveLength(1)
})

it('holds an answer to its schema, in few tokens and without a thought', async () => {
  const { llm, server } = await startEngine(ollamaKind, answerJson(wire.whole('{"days":3}')))
  const schema = z.object({ days: z.int().min(0).max(31) })
  const messages = [{ role: 'user' as const, content: 'How long?' }]

  const answer = await llm.json({ messages, maxTokens: 50, name: 'wait', schema }, running())

  expect(answer).toEqual({ days: 3 })
  expect(server.requests[0]?.body).toMatchObject({
    model: 'tiny',
    stream: false,
    think: false,
    options: { num_ctx: 8192, num_predict: 50 },
    format: {
      type: 'object',
      properties: { days: { type: 'integer', minimum: 0, maximum: 31 } },
      required: ['days'],
      additionalProperties: false,
    },
  })
})

it('asks its own call for vectors', async () => {
  const { llm, server } = await startEngine(ollamaKind, answerJson({ embeddings: [[1], [2]] }))

  const embedded = await llm.embed(['a', 'b'], running())

  expect(embedded).toEqual({
    model: 'embedder',
    vectors: [Float32Array.of(1), Float32Array.of(2)],
  })
  expect(server.requests[0]).toMatchObject({
    path: '/api/embed',
    body: { model: 'embedder', input: ['a', 'b'] },
  })
})
