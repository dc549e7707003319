import { describe, expect, it } from 'vitest'
import {
  type Answer,
  answerJson,
  answerStream,
} from '../../../../../.config/testing/fault-model.ts'
import { openAiWire as wire } from '../../../../../.config/testing/model-wire.ts'
import { engineKinds, openAiKind, startEngine } from '../../../../test/engine-under-test.ts'
import { listen, promptOf } from '../../../../test/llm-contract.ts'
import { countTokens, type Llm } from '../llm.ts'
import { ContextWindow } from './server-llm.ts'

function ask(llm: Llm, characters: number) {
  const content = 'x'.repeat(characters)
  const messages = [{ role: 'user' as const, content }]
  return listen(llm.stream(promptOf('Hi', { messages }), new AbortController().signal))
}

it.each([
  [undefined, 6300],
  [131_072, 6300],
  [4096, 3072],
  [2048, 1536],
])('leaves room for the reply in a window of %s tokens', (served, tokens) => {
  expect(new ContextWindow(served).tokens).toBe(tokens)
})

it('counts an image as the context meter does', () => {
  const image = { type: 'image/png', bytes: Uint8Array.of(1) }

  expect(countTokens([{ role: 'user', content: 'abcde', image }])).toBe(2 + 765)
})

describe.each(engineKinds)('$name whose server refuses a prompt of 5,000 tokens', (kind) => {
  const refusal = (message: string, more: object = {}) =>
    answerJson({ error: { message, type: 'invalid_request_error', code: 400, ...more } }, 400)

  it.each<[string, number, Answer]>([
    ['tells no size', 3750, refusal('longer than the context length. Send less. Request 421337.')],
    [
      'tells its window',
      3072,
      refusal("This model's maximum context length is 4096 tokens. Please reduce the length."),
    ],
    [
      'counts half as many tokens again',
      2048,
      refusal(
        "This model's maximum context length is 4096 tokens. However, you requested 7500 tokens (7500 in the messages, 0 in the completion).",
      ),
    ],
    [
      'counts them as llama.cpp tells it',
      2048,
      refusal('too long', {
        type: 'exceed_context_size_error',
        n_prompt_tokens: 7500,
        n_ctx: 4096,
      }),
    ],
    [
      'counts them as older versions of llama.cpp tell it',
      2048,
      refusal('request (7500 tokens) exceeds the available context size (4096 tokens), try more'),
    ],
    [
      'counts them as LM Studio tells it',
      2048,
      refusal('Cannot truncate prompt with n_keep (7500) >= n_ctx (4096)'),
    ],
    [
      'counts them as llama-cpp-python tells it',
      2048,
      refusal('Requested tokens (7500) exceed context window of 4096'),
    ],
    ['answers 413 with a page', 3750, (response) => void response.writeHead(413).end('<html>')],
  ])('and %s: sends at most %i from then on', async (_, tokens, answer) => {
    const { llm } = await startEngine(kind, answer)

    expect(await ask(llm, 20_000)).toMatchObject({ failure: { code: 'LLM_CONTEXT' } })

    expect(llm.contextTokens()).toBe(tokens)
  })

  it('does not take another failure for a short window', async () => {
    const { llm } = await startEngine(kind, answerJson(kind.wire.refusal('busy'), 400))

    await ask(llm, 20_000)

    expect(llm.contextTokens()).toBe(6300)
  })

  it('learns nothing from the refusal of a prompt that is short already', async () => {
    const { llm } = await startEngine(kind, refusal('no context window could be made'))

    await ask(llm, 2048)

    expect(llm.contextTokens()).toBe(6300)
  })
})

it('finds a length that a server takes which counts more tokens and tells none', async () => {
  const realTokens = (characters: number) => Math.ceil(characters / 2.5)
  const { llm } = await startEngine(openAiKind, (response, request) => {
    const size = realTokens(JSON.stringify(request.body.messages).length)
    const answer =
      size > 4096
        ? answerJson(wire.refusal('exceeds the context window', 'context_length_exceeded'), 400)
        : answerStream(wire, wire.text('Hello'), wire.finish('stop'))
    return answer(response, request)
  })
  const full = () => 4 * llm.contextTokens()

  const replies: string[] = []
  for (let time = 0; time < 5; time++) replies.push((await ask(llm, full())).text)

  expect(replies).toEqual(['', '', '', '', 'Hello'])
})
