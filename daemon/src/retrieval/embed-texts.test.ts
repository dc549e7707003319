import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { llmFailure, ServerRefusal } from '../platform/llm/server/llm-failure.ts'
import { countingEmbed, embeddingUnderTest } from './testing/embedding-under-test.ts'

const about = { host: '127.0.0.1', model: 'embedder' }
const tooLong = () =>
  Promise.reject(llmFailure('LLM_CONTEXT', about, { cause: new ServerRefusal({ status: 400 }) }))
/** What llama.cpp says to a text that is longer than its batch. */
const broken = () =>
  Promise.reject(
    llmFailure('LLM_UNREACHABLE', about, { cause: new ServerRefusal({ status: 500 }) }),
  )

const many = (count: number) => Array.from({ length: count }, (_, at) => `passage ${at}`)

it.each([
  ['as too long', tooLong],
  ['as if it were broken', broken],
])('embeds the beginning of texts that the server refuses %s', async (_, refuse) => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', ...many(5), `long ${'word '.repeat(300)}`)
  server.meet = (texts) => (texts.some(({ length }) => length > 600) ? refuse() : undefined)

  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(stored.vectors('ada')).toBe(6)
  expect(server.calls).toHaveLength(2)
  expect(await embedding.unembedded('ada')).toBe(0)
})

it('leaves out a text that is refused alone, and does not ask for it again', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored, logged } = embeddingUnderTest({ embed })
  stored.set('ada', ...many(40), 'poison')
  server.meet = (texts) => (texts.some((text) => text.includes('poison')) ? tooLong() : undefined)

  embedding.passagesChanged('ada')
  await embedding.idle()
  const calls = server.calls.length
  stored.set('ada', ...many(41), 'poison')
  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(stored.vectors('ada')).toBe(41)
  expect(server.calls.slice(calls)).toHaveLength(1)
  expect(await embedding.unembedded('ada')).toBe(0)
  expect(logged).toEqual([])
})

it('goes on after single texts that are refused, however many they are', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored, logged } = embeddingUnderTest({ embed })
  const spoilt = Array.from({ length: 5 }, (_, at) => [`poison ${at}`, `fine ${at}`]).flat()
  stored.set('ada', ...spoilt)
  server.meet = (texts) => (texts.some((text) => text.includes('poison')) ? tooLong() : undefined)

  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(stored.vectors('ada')).toBe(5)
  expect(logged).toEqual([])
})

it('gives a server up that refuses one text after the other', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored, logged } = embeddingUnderTest({ embed })
  stored.set('ada', ...many(500))
  server.meet = broken

  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(server.calls.length).toBeLessThan(15)
  expect(logged).toHaveLength(1)
})

it('does not divide what fails for another reason', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', ...many(40))
  server.meet = () => Promise.reject(new AppError('LLM_RATE', 'Too many requests.'))

  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(server.calls).toHaveLength(1)
})

it('ends although vectors come that cannot be kept', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', ...many(3))
  server.meet = (texts) =>
    Promise.resolve({
      model: 'scripted-embedder',
      vectors: texts.map(() => Float32Array.of(Number.NaN)),
    })

  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(server.calls).toHaveLength(1)
  expect(stored.vectors('ada')).toBe(0)
})
