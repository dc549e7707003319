import { describe, expect, it } from 'vitest'
import {
  type Answer,
  answerJson,
  answerStream,
  answerThenCut,
} from '../../../../../.config/testing/fault-model.ts'
import {
  askEngine,
  type EngineKind,
  engineKinds,
  instantRetry,
  startEngine,
} from '../../../../test/engine-under-test.ts'
import { listen, promptOf } from '../../../../test/llm-contract.ts'
import type { EngineLimits } from './stream-reply.ts'

for (const kind of engineKinds) {
  describe(`${kind.name} in front of a busy server`, () => describeIt(kind))
}

function describeIt(kind: EngineKind): void {
  const { wire } = kind
  const hello = [wire.text('Hel'), wire.text('lo')]
  const ask = (answers: Answer | readonly Answer[], limits?: Partial<EngineLimits>) =>
    askEngine(kind, answers, limits)

  const good = answerStream(wire, ...hello, wire.finish('stop'))

  it.each([429, 500, 503])('is asked again after %i, before anything was said', async (status) => {
    const { waits, retry } = instantRetry()
    const busy = answerJson(wire.refusal('busy'), status)

    const { text, server } = await ask([busy, busy, good], { retry })

    expect(text).toBe('Hello')
    expect(server.requests).toHaveLength(3)
    expect(waits).toEqual([500, 2000])
  })

  it('is asked three times at most', async () => {
    const { server, failure } = await ask(answerJson(wire.refusal('busy'), 503))

    expect(failure).toHaveProperty('code', 'LLM_UNREACHABLE')
    expect(server.requests).toHaveLength(3)
  })

  it('is given the time that it asks for', async () => {
    const { waits, retry } = instantRetry()
    const busy = answerJson(wire.refusal('busy'), 429, { 'retry-after': '7' })

    await ask([busy, good], { retry })

    expect(waits).toEqual([7000])
  })

  it('is not waited for when it asks for minutes', async () => {
    const busy = answerJson(wire.refusal('busy'), 429, { 'retry-after': '120' })

    const { server, failure } = await ask([busy, good])

    expect(failure).toHaveProperty('code', 'LLM_RATE')
    expect(server.requests).toHaveLength(1)
  })

  it('is not asked again about a used-up quota or a bad request', async () => {
    const quota = await ask(answerJson(wire.refusal('You exceeded your current quota'), 429))
    const bad = await ask(answerJson(wire.refusal('x'), 400))

    expect([...quota.server.requests, ...bad.server.requests]).toHaveLength(2)
  })

  it('is not asked again once something was said', async () => {
    const { server, failure } = await ask([answerThenCut(wire, ...hello), good])

    expect(failure).toHaveProperty('code', 'LLM_CUT')
    expect(server.requests).toHaveLength(1)
  })

  it('is left alone when the user stops while waiting', async () => {
    const stopping = new AbortController()
    const retry = {
      delaysMs: [500],
      longestWaitMs: 20_000,
      wait: async (_: number, signal: AbortSignal) => {
        stopping.abort()
        signal.throwIfAborted()
      },
    }
    const { server, llm } = await startEngine(kind, answerJson(wire.refusal('busy'), 503), {
      retry,
    })

    expect(await listen(llm.stream(promptOf('Hi'), stopping.signal))).toMatchObject({
      text: '',
      failure: undefined,
    })
    expect(server.requests).toHaveLength(1)
  })
}
