import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import type { Embedded } from '../platform/llm/llm.ts'
import { countingEmbed, embeddingUnderTest } from './testing/embedding-under-test.ts'

const gone = () => Promise.reject(new AppError('LLM_UNREACHABLE', 'It cannot be reached.'))
const WAIT_MS = 2000
const PAUSE_MS = 60_000

/** An account whose passages have vectors. */
async function embedded() {
  const { server, embed } = countingEmbed()
  const parts = embeddingUnderTest({ embed })
  parts.stored.set('ada', 'one')
  parts.embedding.passagesChanged('ada')
  await parts.embedding.idle()
  server.calls.splice(0)
  return {
    server,
    ask: (question = 'why?') => parts.embedding.queryVector('ada', question),
    ...parts,
  }
}

/** A call that is answered when the test says so. */
function heldCall() {
  const held = Promise.withResolvers<Embedded | null>()
  const asked = Promise.withResolvers<void>()
  const meet = () => {
    asked.resolve()
    return held.promise
  }
  const answer = () => held.resolve({ model: 'scripted-embedder', vectors: [Float32Array.of(7)] })
  return { meet, asked: asked.promise, answer }
}

it('gives the vector of a question and its model', async () => {
  const { server, ask } = await embedded()

  expect(await ask('why?')).toEqual({ model: 'scripted-embedder', vector: Float32Array.of(4, 1) })
  expect(server.calls).toEqual([['why?']])
})

it('sends no more of a long question than its beginning', async () => {
  const { server, ask } = await embedded()

  await ask('x'.repeat(32_000))

  expect(server.calls[0]?.[0]).toHaveLength(2000)
})

it('asks for none where no passage has a vector of that model, and has them made', async () => {
  const { server, ask, embedding, stored } = await embedded()
  server.model = 'another'

  expect(await ask()).toBeUndefined()
  await embedding.idle()

  expect(server.texts).toEqual(['one'])
  expect(stored.vectors('ada', 'another')).toBe(1)
  expect(await ask()).toMatchObject({ model: 'another' })
})

it('waits two seconds, then goes on without, and meanwhile asks for no other', async () => {
  const { server, ask, clock } = await embedded()
  const { meet, asked, answer } = heldCall()
  server.meet = meet
  const asking = ask()
  await asked

  clock.pass(WAIT_MS - 1)
  expect(await Promise.race([asking, 'still waiting'])).toBe('still waiting')
  clock.pass(1)
  expect(await asking).toBeUndefined()

  expect(await ask('and this?')).toBeUndefined()
  expect(server.calls).toHaveLength(1)
  server.meet = () => undefined
  answer()
  await new Promise(setImmediate)
  expect(await ask('and now?')).toMatchObject({ vector: Float32Array.of(8, 1) })
})

it('asks for none for a minute after one has failed, and says so once', async () => {
  const { server, ask, clock, logged } = await embedded()
  server.meet = gone

  expect(await ask()).toBeUndefined()
  clock.pass(PAUSE_MS - 1)
  expect(await ask()).toBeUndefined()
  expect(server.calls).toHaveLength(1)

  clock.pass(1)
  expect(await ask()).toBeUndefined()
  expect(server.calls).toHaveLength(2)
  expect(logged).toHaveLength(1)
  clock.pass(PAUSE_MS)
  server.meet = () => undefined
  expect(await ask()).toBeDefined()
})

it('begins anew, when it is asked, with passages that a failing server has left', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', 'one')
  server.meet = gone
  embedding.passagesChanged('ada')
  await embedding.idle()
  server.meet = () => undefined

  await embedding.queryVector('ada', 'why?')
  await embedding.idle()

  expect(stored.vectors('ada')).toBe(1)
})

it('lets questions go before the next batch of passages', async () => {
  const { server, embedding, stored, ask } = await embedded()
  const first = heldCall()
  stored.set('ada', ...Array.from({ length: 64 }, (_, at) => `passage ${at}`), 'one')
  server.meet = first.meet
  embedding.passagesChanged('ada')
  await first.asked
  const question = heldCall()
  server.meet = question.meet
  const asking = ask()
  await question.asked
  server.meet = () => undefined

  first.answer()
  await new Promise(setImmediate)
  expect(server.calls.map(({ length }) => length)).toEqual([32, 1])

  question.answer()
  await asking
  await embedding.idle()
  expect(server.calls.length).toBeGreaterThan(2)
})
