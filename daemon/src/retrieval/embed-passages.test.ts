import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { countingEmbed, embeddingUnderTest } from './testing/embedding-under-test.ts'

const gone = () => Promise.reject(new AppError('LLM_UNREACHABLE', 'It cannot be reached.'))

it('has each passage embedded once, and after a change only those that are new', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', 'one', 'two', 'three')

  embedding.passagesChanged('ada')
  await embedding.idle()
  expect(server.texts).toEqual(['one', 'two', 'three'])
  expect(server.calls[0]?.[0]).toBe('notes.md\none')

  embedding.passagesChanged('ada')
  await embedding.idle()
  stored.set('ada', 'one', 'two and a half', 'three')
  embedding.passagesChanged('ada')
  await embedding.idle()
  stored.set('ada', 'one')
  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(server.texts).toEqual(['one', 'two', 'three', 'two and a half'])
})

it('asks for so many texts at a time, and so many characters', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  const short = Array.from({ length: 700 }, (_, at) => `short ${at}`)
  const long = Array.from({ length: 40 }, (_, at) => `long ${at} ${'x'.repeat(5000)}`)
  stored.set('ada', ...short, ...long)

  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(stored.vectors('ada')).toBe(740)
  expect(server.calls.flat()).toHaveLength(740)
  for (const texts of server.calls) {
    expect(texts.length).toBeLessThanOrEqual(32)
    expect(texts.join('').length).toBeLessThanOrEqual(32_000)
  }
  expect(server.calls.length).toBeLessThan(30)
})

it('picks up what is uploaded while it runs, in the same run', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored, realtime } = embeddingUnderTest({ embed })
  stored.set('ada', 'one')
  server.meet = () => {
    stored.set('ada', 'one', 'two')
    embedding.passagesChanged('ada')
    server.meet = () => undefined
    return undefined
  }

  embedding.passagesChanged('ada')
  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(server.texts).toEqual(['one', 'two'])
  expect(realtime.told.map(({ userId, name }) => `${userId} ${name}`)).toEqual([
    'ada folders-changed',
    'ada folders-changed',
  ])
})

it('works for one account at a time', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  const accounts = ['ada', 'bob', 'cyd']
  for (const name of accounts) stored.set(name, `of ${name}`)
  let [running, most] = [0, 0]
  server.meet = async (texts) => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    return { model: 'scripted-embedder', vectors: texts.map(() => Float32Array.of(1)) }
  }

  for (const name of accounts) embedding.passagesChanged(name)
  await embedding.idle()

  expect(server.texts).toEqual(['of ada', 'of bob', 'of cyd'])
  expect(most).toBe(1)
})

it('lets other accounts have their turn while it works through a large one', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', ...Array.from({ length: 2000 }, (_, at) => `passage ${at}`))
  stored.set('bob', 'of bob')

  embedding.passagesChanged('ada')
  embedding.passagesChanged('bob')
  await embedding.idle()

  expect(server.texts.indexOf('of bob')).toBeLessThan(1000)
  expect(server.texts).toHaveLength(2001)
})

it('asks a server once whether it makes vectors, until the model is another', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', ...Array.from({ length: 100 }, (_, at) => `passage ${at}`))
  server.meet = () => Promise.resolve(null)

  embedding.passagesChanged('ada')
  await embedding.idle()
  embedding.passagesChanged('ada')
  expect(await embedding.queryVector('ada', 'why?')).toBeUndefined()
  await embedding.idle()
  expect(server.calls).toHaveLength(1)
  expect(await embedding.unembedded('ada')).toBe(0)

  server.model = 'another'
  server.meet = () => undefined
  embedding.passagesChanged('ada')
  await embedding.idle()
  expect(stored.vectors('ada', 'another')).toBe(100)
})

it('asks nobody where no model server is at hand', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored, logged } = embeddingUnderTest({ embed })
  server.model = null
  stored.set('ada', 'one')

  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(await embedding.queryVector('ada', 'why?')).toBeUndefined()
  expect(server.calls).toEqual([])
  expect(logged).toEqual([])
})

it('does not take a server that has just gone for one that makes no vectors', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', 'one')
  server.meet = () => {
    server.model = null
    return Promise.resolve(null)
  }
  embedding.passagesChanged('ada')
  await embedding.idle()

  server.model = 'scripted-embedder'
  server.meet = () => undefined
  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(stored.vectors('ada')).toBe(1)
})

it('stops at a failing server, says so once, and begins anew with the next upload', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored, logged } = embeddingUnderTest({ embed })
  stored.set('ada', ...Array.from({ length: 100 }, (_, at) => `passage ${at}`))
  stored.set('bob', 'of bob')
  server.meet = gone

  embedding.passagesChanged('ada')
  embedding.passagesChanged('bob')
  await embedding.idle()
  expect(server.calls).toHaveLength(1)
  embedding.passagesChanged('ada')
  await embedding.idle()
  expect(server.calls).toHaveLength(2)
  expect(logged).toEqual([expect.stringContaining('LLM_UNREACHABLE')])
  expect(logged.join()).not.toContain('passage 1')

  server.meet = () => undefined
  embedding.passagesChanged('ada')
  await embedding.idle()
  expect(stored.vectors('ada')).toBe(100)
  expect(await embedding.unembedded('ada')).toBe(0)
})

it('keeps what was made before the server failed', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored } = embeddingUnderTest({ embed })
  stored.set('ada', ...Array.from({ length: 100 }, (_, at) => `passage ${at}`))
  server.meet = () => (server.calls.length === 3 ? gone() : undefined)

  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(stored.vectors('ada')).toBe(64)
  expect(await embedding.unembedded('ada')).toBe(36)
})

it('stops when it is closed, and begins nothing any more', async () => {
  const { server, embed } = countingEmbed()
  const { embedding, stored, logged } = embeddingUnderTest({
    embed: (texts, signal) =>
      texts.length === 0
        ? embed(texts, signal)
        : new Promise((_, reject) => {
            server.calls.push(texts)
            signal.addEventListener('abort', () => reject(signal.reason))
            asked.resolve()
          }),
  })
  const asked = Promise.withResolvers<void>()
  stored.set('ada', ...Array.from({ length: 100 }, (_, at) => `passage ${at}`))
  embedding.passagesChanged('ada')
  await asked.promise

  await embedding.close()
  embedding.passagesChanged('ada')
  await embedding.idle()

  expect(await embedding.queryVector('ada', 'why?')).toBeUndefined()
  expect(server.calls).toHaveLength(1)
  expect(logged).toEqual([])
})
