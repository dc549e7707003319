import { describe, expect, it } from 'vitest'
import {
  type Answer,
  answerEndlessly,
  answerInBytes,
  answerStream,
  answerThenCut,
  answerThenSilence,
} from '../../../../../.config/testing/fault-model.ts'
import {
  askEngine,
  type EngineKind,
  engineKinds,
  startEngine,
  startScriptedEngine,
} from '../../../../test/engine-under-test.ts'
import { describeLlmContract, listen, promptOf } from '../../../../test/llm-contract.ts'
import { type EngineLimits, llmTimers, REPLY_MAX_CHARACTERS } from './stream-reply.ts'

for (const kind of engineKinds) {
  describeLlmContract(kind.name, (script) => startScriptedEngine(kind, script))
  describe(`${kind.name} in front of a server`, () => describeIt(kind))
}

function describeIt(kind: EngineKind): void {
  const { wire } = kind
  const hello = [wire.text('Hel'), wire.text('lo')]
  const ask = (answers: Answer | readonly Answer[], limits?: Partial<EngineLimits>) =>
    askEngine(kind, answers, limits)

  describe('that answers well in an odd way', () => {
    const whole = [wire.text('Grüße '), wire.noise, wire.text('🎉!'), wire.finish('stop')]

    it.each([
      ['one byte at a time', answerInBytes(wire, 1, ...whole)],
      ['half characters per write', answerInBytes(wire, 7, ...whole)],
      ['all at once', answerStream(wire, ...whole)],
      ['with CRLF', answerInBytes(wire, 5, ...whole.map((text) => text.replaceAll('\n', '\r\n')))],
      ['without a last line end', answerStream(wire, whole.join('').trimEnd())],
      ['with a thought before it', answerStream(wire, wire.thought('hm'), ...whole)],
      ['with a line that is no JSON', answerStream(wire, wire.brokenLine, ...whole)],
      ['and leaves the connection open', answerThenSilence(wire, ...whole)],
      ['and then breaks the connection', answerThenCut(wire, ...whole)],
    ])('reads a reply %s', async (_, answer) => {
      const { text, failure, status } = await ask(answer)

      expect(failure).toBeUndefined()
      expect(text).toBe('Grüße 🎉!')
      expect(status.error).toBeNull()
    })

    it.each([
      ['is right', [], [wire.counted(1_000, 200)], [1_200]],
      [
        'holds thoughts, which are not sent again: nothing',
        [wire.thought('hm')],
        [wire.counted(1_000, 200)],
        [],
      ],
      ['holds no prompt: nothing', [], [wire.counted(0, 200)], []],
      ['is nothing', [], [wire.finish('stop')], []],
    ])('tells what the server has counted where that %s', async (_what, before, end, counted) => {
      const { llm } = await startEngine(kind, answerStream(wire, ...before, ...hello, ...end))
      const heard: number[] = []
      const onCounted = (tokens: number) => void heard.push(tokens)

      const prompt = promptOf('Hi', { onCounted })
      const { text } = await listen(llm.stream(prompt, new AbortController().signal))

      expect([text, heard]).toEqual(['Hello', counted])
    })

    it('makes one piece of all that comes with one read', async () => {
      const tokens = Array.from({ length: 50 }, (_, number) => wire.text(`${number} `))

      const { pieces } = await ask(answerStream(wire, ...tokens, wire.finish('stop')))

      expect(pieces).toHaveLength(1)
    })

    it('joins a character whose halves come in two pieces', async () => {
      const { text, pieces } = await ask(
        answerInBytes(wire, 1, wire.text('\ud83c'), wire.text('\udf89'), wire.finish('stop')),
      )

      expect(text).toBe('🎉')
      expect(pieces).toEqual(['🎉'])
    })

    it('leaves out control characters and failed decodings', async () => {
      const { text } = await ask(
        answerStream(wire, wire.text('a\u0000b\u001b[1m\n\t\ufffd\u0085c'), wire.finish('stop')),
      )

      expect(text).toBe('ab[1m\n\tc')
    })
  })

  describe('that ends a reply early', () => {
    it.each([
      ['length', "Hello\n\n_The reply was cut off at the model's length limit._"],
      ...(kind.name === 'openAiLlm'
        ? [
            [
              'content_filter',
              "Hello\n\n_The reply was ended by the model server's content filter._",
            ],
          ]
        : []),
    ])('says so under it: %s', async (reason, told) => {
      const { text, failure } = await ask(answerStream(wire, ...hello, wire.finish(reason ?? '')))

      expect(failure).toBeUndefined()
      expect(text).toBe(told)
    })

    it('stops an endless reply at its limit and says so once', async () => {
      const { server, text, failure } = await ask(
        answerEndlessly(wire, wire.text('x'.repeat(1000))),
      )

      expect(failure).toBeUndefined()
      expect(text).toMatch(/^x+\n\n_The reply was cut off at 200 KB\._$/)
      expect(text.indexOf('\n')).toBe(REPLY_MAX_CHARACTERS)
      await server.requests[0]?.closed
    })
  })

  describe('that fails within a reply', () => {
    it.each([
      ['no finish reason', 'LLM_CUT', answerStream(wire, ...hello)],
      ['a connection that breaks', 'LLM_CUT', answerThenCut(wire, ...hello)],
      ['an error', 'LLM_CUT', answerStream(wire, ...hello, wire.error('boom'))],
      [
        'an error about the context',
        'LLM_CONTEXT',
        answerStream(wire, ...hello, wire.error('context length exceeded')),
      ],
      ['broken lines to the end', 'LLM_MALFORMED', answerStream(wire, ...hello, wire.brokenLine)],
      [
        'a line without end',
        'LLM_MALFORMED',
        answerInBytes(wire, 256 * 1024, ...hello, wire.text('x'.repeat(10_000_000))),
      ],
    ])('keeps what was said and tells the cause: %s', async (_, code, answer) => {
      const { text, failure, status } = await ask(answer)

      expect(text).toBe('Hello')
      expect(failure).toHaveProperty('code', code)
      expect(status.error).toBe((failure as Error).message)
    })

    it('keeps what was said when the server falls silent', async () => {
      const timers = { ...llmTimers(30), silenceMs: 500 }

      const { text, failure, server } = await ask(answerThenSilence(wire, ...hello), { timers })

      expect(text).toBe('Hello')
      expect(failure).toHaveProperty('code', 'LLM_STALL')
      await server.requests[0]?.closed
    })

    it('ends a reply that takes too long, however busy it is', async () => {
      const timers = { ...llmTimers(30), totalMs: 100 }

      const { failure } = await ask(answerEndlessly(wire, wire.noise), { timers })

      expect(failure).toHaveProperty('code', 'LLM_STALL')
    })
  })
}
