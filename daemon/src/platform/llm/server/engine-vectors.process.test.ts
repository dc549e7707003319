import { describe, expect, it } from 'vitest'
import {
  answerJson,
  answerNothing,
  answerStream,
} from '../../../../../.config/testing/fault-model.ts'
import { type EngineKind, engineKinds, startEngine } from '../../../../test/engine-under-test.ts'
import { listen, promptOf } from '../../../../test/llm-contract.ts'

const running = () => new AbortController().signal

for (const kind of engineKinds) {
  describe(`${kind.name} that is asked for vectors`, () => describeIt(kind))
}

function describeIt(kind: EngineKind): void {
  const { wire } = kind
  const fine = answerStream(wire, wire.text('Hello'), wire.finish('stop'))
  const broken = answerJson(wire.refusal('overloaded'), 500)

  it('does not say that chatting is broken when they fail', async () => {
    const { llm } = await startEngine(kind, broken)

    await expect(llm.embed(['a'], running())).rejects.toHaveProperty('code', 'LLM_UNREACHABLE')

    expect(llm.status().error).toBeNull()
  })

  it('does not say that chatting works again when they come', async () => {
    const vectors = answerJson(kind.vectors([1], 1))
    const { llm } = await startEngine(kind, [answerJson(wire.refusal('no'), 401), vectors, fine])
    const { failure } = await listen(llm.stream(promptOf('Hi'), running()))

    await llm.embed(['a'], running())

    expect(llm.status().error).toBe((failure as Error).message)
  })

  it('refuses an answer that has not one vector for each text', async () => {
    const { llm } = await startEngine(kind, answerJson(kind.vectors([1], 2)))

    const asking = llm.embed(['a', 'b', 'c'], running())

    await expect(asking).rejects.toHaveProperty('code', 'LLM_MALFORMED')
  })

  it('stops waiting for them when it is told to', async () => {
    const { llm, server } = await startEngine(kind, answerNothing)
    const stopping = new AbortController()
    const reason = new Error('no longer wanted')
    const asked = server.next()

    const rejected = expect(llm.embed(['a'], stopping.signal)).rejects.toBe(reason)
    const { closed } = await asked
    stopping.abort(reason)

    await rejected
    await closed
  })
}
