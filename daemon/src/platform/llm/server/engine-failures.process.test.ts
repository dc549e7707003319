import { describe, expect, it } from 'vitest'
import {
  type Answer,
  answerJson,
  answerNothing,
  answerPage,
  answerRedirect,
  answerStream,
  answerThenSilence,
} from '../../../../../.config/testing/fault-model.ts'
import {
  askEngine,
  type EngineKind,
  engineKinds,
  startEngine,
} from '../../../../test/engine-under-test.ts'
import { listen, promptOf } from '../../../../test/llm-contract.ts'
import { type EngineLimits, llmTimers } from './stream-reply.ts'

const running = () => new AbortController().signal

for (const kind of engineKinds) {
  describe(`${kind.name} in front of a server`, () => describeIt(kind))
}

function describeIt(kind: EngineKind): void {
  const { wire } = kind
  const hello = [wire.text('Hel'), wire.text('lo')]
  const busyFor = (retryAfter?: string) =>
    answerJson(
      wire.refusal('slow down'),
      429,
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    )
  const ask = (answers: Answer | readonly Answer[], limits?: Partial<EngineLimits>) =>
    askEngine(kind, answers, limits)

  describe('that gives no reply', () => {
    it.each([
      ['nothing but an end', 'LLM_EMPTY', answerStream(wire, wire.finish('stop'))],
      ['an empty stream', 'LLM_EMPTY', answerStream(wire)],
      [
        'thoughts alone',
        'LLM_EMPTY',
        answerStream(wire, wire.thought('hm'), wire.finish('length')),
      ],
      ['broken lines alone', 'LLM_MALFORMED', answerStream(wire, wire.brokenLine)],
      ['a web page', 'LLM_MALFORMED', answerPage()],
      ['a redirect', 'LLM_UNREACHABLE', answerRedirect('http://127.0.0.1:9/')],
      ['401', 'LLM_AUTH', answerJson(wire.refusal('Incorrect API key provided'), 401)],
      ['403', 'LLM_AUTH', answerJson(wire.refusal('forbidden'), 403)],
      ['404', 'LLM_REFUSED', answerPage(404)],
      [
        'an unknown model',
        'LLM_REFUSED',
        answerJson(wire.refusal('model "chatty" not found', 'model_not_found'), 404),
      ],
      [
        'an unknown model that is named like another failure',
        'LLM_REFUSED',
        answerJson(wire.refusal('model "multimodal-7b" not found'), 404),
      ],
      ['400', 'LLM_REFUSED', answerJson(wire.refusal('bad request'), 400)],
      [
        'a long prompt',
        'LLM_CONTEXT',
        answerJson(wire.refusal('maximum context length is 4096', 'context_length_exceeded'), 400),
      ],
      [
        'a long prompt at llama.cpp',
        'LLM_CONTEXT',
        answerJson(
          {
            error: {
              code: 400,
              type: 'exceed_context_size_error',
              message: 'too many tokens',
              n_ctx: 2048,
            },
          },
          400,
        ),
      ],
      [
        'a long prompt at an older vLLM',
        'LLM_CONTEXT',
        answerJson({ object: 'error', message: 'maximum context length is 4096', code: 400 }, 400),
      ],
      [
        'a long prompt behind FastAPI',
        'LLM_CONTEXT',
        answerJson({ detail: 'maximum context length is 4096' }, 400),
      ],
      [
        'a long prompt at Ollama',
        'LLM_CONTEXT',
        answerJson(
          { error: 'the prompt is longer than the context length currently available' },
          400,
        ),
      ],
      [
        'an image it cannot read',
        'LLM_IMAGE',
        answerJson(wire.refusal('image input is not supported - hint: provide the mmproj'), 500),
      ],
      [
        'a used-up quota',
        'LLM_QUOTA',
        answerJson(wire.refusal('You exceeded your current quota', 'insufficient_quota'), 429),
      ],
      ['too many requests', 'LLM_RATE', answerJson(wire.refusal('slow down'), 429)],
      ['500', 'LLM_UNREACHABLE', answerJson(wire.refusal('overloaded'), 500)],
    ])('tells the cause in words of its own: %s', async (_, code, answer) => {
      const { text, failure } = await ask(answer)

      expect(text).toBe('')
      expect(failure).toHaveProperty('code', code)
      expect((failure as Error).message).not.toMatch(/slow down|overloaded|Incorrect|mmproj|n_ctx/)
    })

    it.each([
      [
        'a wrong path',
        answerPage(404),
        /^Nothing at 127\.0\.0\.1:\d+ answers chats under this address \(HTTP 404\)\. Check it in Settings or OPENAI_BASE_URL: it usually ends in \/v1\.$/,
      ],
      [
        'a model to install',
        answerJson(wire.refusal('model "x" not found'), 404),
        /Choose one that it has in Settings or by CHAT_MODEL/,
      ],
      ['60 s to wait', busyFor('60'), /too many requests\. Try again in 60 seconds\.$/],
      ['an hour to wait', busyFor('3600'), /too many requests\. Try again in 60 minutes\.$/],
      ['a day to wait', busyFor('86400'), /too many requests\. Try again in 24 hours\.$/],
      ['no time to wait', busyFor(), /too many requests\. Try again in a moment\.$/],
      [
        'a model that llama.cpp loads',
        answerJson(wire.refusal('Loading model'), 503),
        /is still loading its model\. Try again in a minute\.$/,
      ],
    ])('tells what to do about %s', async (_, answer, sentence) => {
      expect((await ask(answer)).failure).toHaveProperty('message', expect.stringMatching(sentence))
    })

    it.each([
      ['no headers', answerNothing],
      ['headers and then nothing', answerThenSilence(wire)],
      ['noise alone', answerThenSilence(wire, wire.noise)],
    ])('waits for the first token only so long: %s', async (_, answer) => {
      const timers = { ...llmTimers(30), silenceMs: 40 }

      const { failure, server } = await ask(answer, { timers })

      expect(failure).toHaveProperty('code', 'LLM_STALL')
      await server.requests[0]?.closed
    })

    it('forgets the failure once a reply has come', async () => {
      const refused = answerJson(wire.refusal('no'), 401)
      const { llm } = await startEngine(kind, [
        refused,
        answerStream(wire, ...hello, wire.finish('stop')),
      ])

      await listen(llm.stream(promptOf('Hi'), running()))
      expect(llm.status().error).toBe(
        'The model server refused the key. Check it in Settings or OPENAI_API_KEY.',
      )

      await listen(llm.stream(promptOf('Hi'), running()))
      expect(llm.status().error).toBeNull()
    })

    it('says that nobody is there', async () => {
      const { server, llm } = await startEngine(kind, answerNothing)
      await server.stop()

      const { failure } = await listen(llm.stream(promptOf('Hi'), running()))

      expect(failure).toHaveProperty('code', 'LLM_UNREACHABLE')
      expect(failure).toHaveProperty(
        'message',
        expect.stringContaining(new URL(server.origin).host),
      )
    })
  })

  describe('that is stopped', () => {
    it.each([
      ['before the headers', answerNothing],
      ['within the reply', answerThenSilence(wire, ...hello)],
    ])('notices it: %s', async (_, answer) => {
      const { server, llm } = await startEngine(kind, answer)
      const stopping = new AbortController()
      const asked = server.next()

      const listening = listen(llm.stream(promptOf('Hi'), stopping.signal))
      const { closed } = await asked
      stopping.abort()

      expect(await listening).toMatchObject({ failure: undefined })
      await closed
    })

    it('notices it within a short answer, which rejects with the reason', async () => {
      const { server, llm } = await startEngine(kind, answerNothing)
      const stopping = new AbortController()
      const reason = new Error('no longer wanted')
      const asked = server.next()
      const task = { messages: promptOf('Title?').messages, maxTokens: 20 }

      const rejected = expect(llm.write(task, stopping.signal)).rejects.toBe(reason)
      const { closed } = await asked
      stopping.abort(reason)

      await rejected
      await closed
    })

    it('notices that nobody listens any more', async () => {
      const { server, llm } = await startEngine(kind, answerThenSilence(wire, ...hello))

      for await (const _ of llm.stream(promptOf('Hi'), running())) break

      await server.requests[0]?.closed
    })
  })
}
