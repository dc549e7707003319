import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Answer, answerJson } from '../../../../../.config/testing/fault-model.ts'
import { openAiWire as wire } from '../../../../../.config/testing/model-wire.ts'
import { openAiKind, startEngine } from '../../../../test/engine-under-test.ts'

const running = () => new AbortController().signal

const schema = z.object({
  category: z.enum(['event', 'other']),
  days: z.int().min(0).max(31).default(0),
})
const messages = [{ role: 'user' as const, content: 'What is it?' }]
const task = { messages, maxTokens: 50, name: 'verdict', schema }
const says = (text: string) => answerJson(wire.whole(text))
const good = says('{"category":"event","days":3}')
const refuses = answerJson(wire.refusal('response_format is not supported'), 400)

async function ask(...answers: readonly Answer[]) {
  const { llm, server } = await startEngine(openAiKind, answers)
  const sent = () => server.requests.map(({ body }) => body)
  return { llm, sent }
}

it('holds the server to the strict schema', async () => {
  const { llm, sent } = await ask(good)

  expect(await llm.json(task, running())).toEqual({ category: 'event', days: 3 })
  expect(sent()).toEqual([
    {
      model: 'tiny',
      messages,
      max_tokens: 50,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'verdict',
          strict: true,
          schema: {
            type: 'object',
            properties: {
              category: { type: 'string', enum: ['event', 'other'] },
              days: { type: 'integer', minimum: 0, maximum: 31 },
            },
            required: ['category', 'days'],
            additionalProperties: false,
          },
        },
      },
    },
  ])
})

it.each([
  ['in a code fence', '```json\n{"category":"event"}\n```'],
  ['with words around the fence', 'Sure!\n```\n{"category":"event"}\n```\nAnything else?'],
  ['after a thought', '<think>{"category":"other"}?</think>{"category":"event"}'],
])('accepts an answer %s', async (_, text) => {
  const { llm } = await ask(says(text))

  expect(await llm.json(task, running())).toEqual({ category: 'event', days: 0 })
})

it.each([
  ['unfit', '{"category":"party"}', 'category'],
  ['half', '{"category":', 'not valid JSON'],
  ['too deep', `${'['.repeat(65)}${']'.repeat(65)}`, 'nested too deeply'],
])('has an %s answer repaired once', async (_, text, complaint) => {
  const { llm, sent } = await ask(says(text), good)

  expect(await llm.json(task, running())).toEqual({ category: 'event', days: 3 })
  expect(sent()[1]?.messages).toEqual([
    ...messages,
    { role: 'assistant', content: text },
    { role: 'user', content: expect.stringContaining(complaint) },
  ])
})

it('gives up after one repair', async () => {
  const { llm, sent } = await ask(says('no idea'))

  await expect(llm.json(task, running())).rejects.toHaveProperty('code', 'LLM_MALFORMED')
  expect(sent()).toHaveLength(2)
})

it.each([
  ['an empty answer', says('')],
  ['a body that is no JSON', answerJson([])],
  [
    'a schema answer that was cut at llama.cpp',
    answerJson(wire.refusal('output that does not match the expected format'), 500),
  ],
])('treats %s as one to repair', async (_, answer) => {
  const { llm, sent } = await ask(answer, good)

  expect(await llm.json(task, running())).toEqual({ category: 'event', days: 3 })
  expect(sent()).toHaveLength(2)
})

it('asks in weaker forms where the server refuses a form, and remembers', async () => {
  const { llm, sent } = await ask(refuses, refuses, good)

  await llm.json(task, running())
  await llm.json(task, running())

  expect(sent().map(({ response_format }) => response_format)).toEqual([
    expect.objectContaining({ type: 'json_schema' }),
    { type: 'json_object' },
    undefined,
    undefined,
  ])
  expect(JSON.stringify(sent()[2]?.messages)).toContain('additionalProperties')
})

it('does not ask in another form when something else is wrong', async () => {
  const { llm, sent } = await ask(answerJson(wire.refusal('no'), 401))

  await expect(llm.json(task, running())).rejects.toHaveProperty('code', 'LLM_AUTH')
  expect(sent()).toHaveLength(1)
})

it('leaves it to the caller to wait for a server that asks for seconds', async () => {
  const busy = answerJson(wire.refusal('busy'), 429, { 'retry-after': '7' })
  const { llm, sent } = await ask(busy, good)

  const failure = await llm.json(task, running()).catch((error: unknown) => error)

  expect(failure).toMatchObject({ code: 'LLM_RATE', cause: { refusal: { retryAfterMs: 7000 } } })
  expect(sent()).toHaveLength(1)
})
