import { expect, it, vi } from 'vitest'
import {
  answerJson,
  answerStream,
  startFaultModel,
} from '../../../../../.config/testing/fault-model.ts'
import { startModel } from '../../../../../.config/testing/model.ts'
import { openAiWire as wire } from '../../../../../.config/testing/model-wire.ts'
import { askEngine, instantRetry, openAiKind } from '../../../../test/engine-under-test.ts'
import { listen, promptOf } from '../../../../test/llm-contract.ts'
import type { Llm } from '../llm.ts'
import { openAiLlm } from './openai-llm.ts'
import { llmTimers } from './stream-reply.ts'

const running = () => new AbortController().signal

function engineFor(baseUrl: string, apiKey?: string): Llm {
  return openAiLlm({
    baseUrl,
    apiKey,
    serverName: 'Test server',
    served: [],
    models: { chat: 'chatty', small: 'tiny', vision: 'seeing', embedding: 'embedder' },
    limits: { timers: llmTimers(30), retry: instantRetry().retry },
  })
}

async function scriptedModel() {
  const model = await startModel()
  return { ...model, llm: engineFor(model.url) }
}

it('sends exactly the prompt, once and as a stream', async () => {
  const { llm, mock, chatRequests } = await scriptedModel()
  mock.on({ userMessage: 'And now?' }, { content: 'word '.repeat(60) }, { chunkSize: 5 })
  const messages = [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'Hi' },
    { role: 'assistant' as const, content: 'Hello' },
    { role: 'user' as const, content: 'And now?' },
  ]

  const { text } = await listen(llm.stream(promptOf('And now?', { messages }), running()))

  expect(text).toBe('word '.repeat(60))
  expect(chatRequests()).toEqual([
    expect.objectContaining({ model: 'chatty', messages, stream: true }),
  ])
})

it('shows an image to the model that can see', async () => {
  const { llm, mock, chatRequests } = await scriptedModel()
  mock.on({ model: 'seeing' }, { content: 'A cat' })
  const image = { type: 'image/png', bytes: Uint8Array.of(1, 2, 3) }
  const messages = [{ role: 'user' as const, content: 'What is it?', image }]

  const { text } = await listen(llm.stream(promptOf('What is it?', { messages }), running()))

  expect(text).toBe('A cat')
  expect(chatRequests()[0]?.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
      ],
    },
  ])
})

it('writes with the small model and without a thought', async () => {
  const { llm, mock, chatRequests } = await scriptedModel()
  mock.on({ model: 'tiny' }, { content: '<think>What is it about?</think>\n\nFollow-up mail\n' })
  const messages = [{ role: 'user' as const, content: 'Title?' }]

  expect(await llm.write({ messages, maxTokens: 20 }, running())).toBe('Follow-up mail')
  expect(chatRequests()).toEqual([
    expect.objectContaining({ model: 'tiny', messages, max_tokens: 20 }),
  ])
})

it('sends the key that it was given', async () => {
  const { server } = await askEngine(openAiKind, answerStream(wire, wire.finish('stop')))

  expect(server.requests[0]?.headers.authorization).toBe('Bearer test-key')
})

it('takes no address, key or organisation from the environment', async () => {
  const model = await startFaultModel(answerStream(wire, wire.text('Hello'), wire.finish('stop')))
  for (const name of ['OPENAI_API_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID']) {
    vi.stubEnv(name, 'from-the-environment')
  }
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/from-the-environment')

  const { text } = await listen(engineFor(`${model.origin}/v1`).stream(promptOf('Hi'), running()))

  expect(text).toBe('Hello')
  expect(JSON.stringify(model.requests[0]?.headers)).not.toContain('from-the-environment')
})

it.each([
  ['a whole answer instead of a stream', answerJson(wire.whole('Hello'))],
  [
    'a second choice beside the first',
    answerStream(wire, wire.text('Hello'), choice(1, 'no'), wire.finish('stop')),
  ],
  [
    'tool calls',
    answerStream(
      wire,
      delta({ tool_calls: [{ index: 0 }] }),
      wire.text('Hello'),
      wire.finish('stop'),
    ),
  ],
  [
    'events without a space after the colon',
    answerStream(wire, wire.text('Hello').replace(': ', ':'), wire.finish('stop')),
  ],
  [
    'a last event without its blank line',
    answerStream(wire, wire.text('Hello'), delta({}, 'stop').trimEnd()),
  ],
  ['no end mark', answerStream(wire, wire.text('Hello'), delta({}, 'stop'))],
])('reads %s', async (_, answer) => {
  expect(await askEngine(openAiKind, answer)).toMatchObject({ text: 'Hello', failure: undefined })
})

it.each([
  [
    'an event of the kind error',
    'LLM_RATE',
    'event: error\ndata: {"code":"rate_limit_exceeded"}\n\n',
  ],
  ['an event of the kind error that is no JSON', 'LLM_CUT', 'event: error\ndata: boom\n\n'],
  ['an error that says rate limit', 'LLM_RATE', sse({ error: { type: 'rate_limit_exceeded' } })],
  ['an end mark without a finish reason', 'LLM_CUT', 'data: [DONE]\n\n'],
])('ends with the cause: %s', async (_, code, frame) => {
  const { text, failure } = await askEngine(openAiKind, answerStream(wire, wire.text('Hel'), frame))

  expect(text).toBe('Hel')
  expect(failure).toHaveProperty('code', code)
})

it.each([
  ['refuses', answerStream(wire, delta({ refusal: 'I cannot help' }), wire.finish('stop'))],
  ['is kept from answering', answerStream(wire, wire.finish('content_filter'))],
])('says so when the model %s', async (_, answer) => {
  expect(await askEngine(openAiKind, answer)).toMatchObject({
    text: '',
    failure: { code: 'LLM_REFUSED' },
  })
})

it('asks nobody but its own server', async () => {
  const other = await startFaultModel(answerStream(wire, wire.text('Hello'), wire.finish('stop')))

  const { failure, server } = await askEngine(openAiKind, (response) => {
    response.writeHead(308, { location: `${other.origin}/v1/chat/completions` })
    response.end()
  })

  expect(failure).toHaveProperty('code', 'LLM_UNREACHABLE')
  expect(server.requests).toHaveLength(1)
  expect(other.requests).toHaveLength(0)
})

it('puts vectors in the order of their texts', async () => {
  const model = await startFaultModel(
    answerJson({
      data: [
        { index: 1, embedding: [2] },
        { index: 0, embedding: [1] },
      ],
    }),
  )

  const embedded = await engineFor(`${model.origin}/v1`).embed(['a', 'b'], running())

  expect(embedded).toEqual({
    model: 'embedder',
    vectors: [Float32Array.of(1), Float32Array.of(2)],
  })
  expect(model.requests[0]?.body).toMatchObject({ model: 'embedder', input: ['a', 'b'] })
})

it.each([404, 501])('has no vectors where the server answers %i', async (status) => {
  const model = await startFaultModel(answerJson({ error: { message: 'no' } }, status))

  expect(await engineFor(`${model.origin}/v1`).embed(['a'], running())).toBeNull()
})

function sse(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

function delta(said: object, finish: string | null = null): string {
  return sse({ choices: [{ index: 0, delta: said, finish_reason: finish }] })
}

function choice(index: number, content: string): string {
  return sse({ choices: [{ index, delta: { content }, finish_reason: null }] })
}
