import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Answer,
  answerJson,
  answerNothing,
  answerPage,
  answerStream,
  answerThenCut,
  ollamaListing,
} from '../../../../.config/testing/fault-model.ts'
import { openAiWire } from '../../../../.config/testing/model-wire.ts'
import { routerFor, says, serverWith } from '../../../test/router-under-test.ts'
import { AppError } from '../../errors.ts'

const running = () => new AbortController().signal
const line = (how: string) =>
  `_LM Studio did not answer (${how}). These are the built-in guides._\n\n`
const MINUTE = 60_000
const broken = answerJson(openAiWire.refusal('broken'), 500)

it('answers from the guides while no server is found', async () => {
  const { llm, ask } = routerFor({}, [])

  expect((await ask()).text).toBe('From the guides')
  expect(llm.status()).toMatchObject({ kind: 'built-in', label: 'Built-in guides', found: [] })
})

it('uses a server that was found, and shows all that were', async () => {
  const server = await serverWith(says('Hello'))
  const empty = { name: 'Ollama', url: 'http://127.0.0.1:9/v1', models: [] }
  const { llm, ask, logged } = routerFor({}, [empty, server.found])

  expect((await llm.refresh()).label).toBe('scripted on LM Studio')
  expect((await ask()).text).toBe('Hello')
  expect(llm.status().found).toEqual([empty, server.found])
  expect(logged.join()).toContain('scripted on LM Studio')
})

it('searches when a server is needed, at most every five seconds', async () => {
  const server = await serverWith(says('Hello'))
  const { ask, clock, searched } = routerFor({}, [], [server.found])

  expect((await ask()).text).toBe('From the guides')
  clock.ms = 4999
  expect((await ask()).text).toBe('From the guides')
  expect(searched()).toBe(1)

  clock.ms = 5000
  expect((await ask()).text).toBe('Hello')
  expect((await ask()).text).toBe('Hello')
  expect(searched()).toBe(2)
})

it('searches once for all that need a server at the same time', async () => {
  const server = await serverWith(says('Hello'))
  const { ask, searched } = routerFor({}, [server.found])

  expect((await Promise.all([ask(), ask()])).map(({ text }) => text)).toEqual(['Hello', 'Hello'])
  expect(searched()).toBe(1)
})

it('answers from the guides when a server has gone, then from another that is there', async () => {
  const first = await serverWith(says('First'))
  const second = await serverWith(says('Second'))
  const { llm, ask } = routerFor({}, [first.found], [second.found], [])
  expect((await ask()).text).toBe('First')

  await first.stop()
  expect(await ask()).toMatchObject({
    text: `${line('it cannot be reached')}From the guides`,
    failure: undefined,
  })
  expect(await ask()).toMatchObject({ text: 'Second', failure: undefined })

  await second.stop()
  expect((await ask()).text).toContain('From the guides')
  expect(await ask()).toMatchObject({ text: 'From the guides', failure: undefined })
  expect(llm.status()).toMatchObject({ kind: 'built-in', error: null, found: [] })
})

it('uses a server that has gone as soon as it is back', async () => {
  const server = await serverWith(broken)
  const { ask, clock, searches } = routerFor({}, [server.found])
  for (const _ of ['once', 'twice']) expect((await ask()).text).toContain('HTTP 500')
  expect((await ask()).text).toBe('From the guides')

  searches.splice(0, 1, [], [server.found])
  clock.ms += 5000
  expect((await ask()).text).toBe('From the guides')
  clock.ms += 5000
  expect((await ask()).text).toContain('HTTP 500')
})

it('has no short answers any more when the server has gone', async () => {
  const server = await serverWith(answerJson(openAiWire.whole('A title')))
  const { llm } = routerFor({}, [server.found], [])
  const task = { messages: [{ role: 'user' as const, content: 'Title?' }], maxTokens: 20 }
  expect(await llm.write(task, running())).toBe('A title')

  await server.stop()

  expect(await llm.write(task, running())).toBeNull()
  expect(await llm.embed(['a'], running())).toBeNull()
})

it('does not begin a reply anew that was cut', async () => {
  const server = await serverWith(answerThenCut(openAiWire, openAiWire.text('Hel')))
  const { ask, searched } = routerFor({}, [server.found])

  expect(await ask()).toMatchObject({ text: 'Hel', failure: { code: 'LLM_CUT' } })
  expect(await ask()).toMatchObject({ text: 'Hel' })
  expect(searched()).toBe(1)
})

it.each([
  ['500', broken, 'HTTP 500'],
  ['503', answerJson(openAiWire.refusal('busy'), 503), 'HTTP 503'],
  ['404', answerPage(404), 'HTTP 404'],
  ['401', answerJson(openAiWire.refusal('no key'), 401), 'HTTP 401'],
  ['429', answerJson(openAiWire.refusal('slow down'), 429), 'HTTP 429'],
  ['a page', answerPage(200), 'what it said was no reply'],
  ['an end', answerStream(openAiWire, openAiWire.finish('stop')), 'what it said was no reply'],
  ['a cut', answerThenCut(openAiWire, ': hello\n\n'), 'what it said was no reply'],
  ['nothing', answerNothing, 'not a word in time'],
])(
  'answers from the guides, with a line why, when a found server answers %s',
  async (_, answer, how) => {
    const server = await serverWith([answer, says('Hello')])
    // a busy computer takes long to answer, too
    const stallSeconds = answer === answerNothing ? 0.5 : 30
    const { llm, ask, logged } = routerFor({ stallSeconds }, [server.found])

    expect(await ask()).toMatchObject({
      text: `${line(how)}From the guides`,
      failure: undefined,
    })
    expect(llm.status()).toMatchObject({
      kind: 'built-in',
      label: 'Built-in guides',
      error: expect.stringContaining(`LM Studio did not answer (${how}).`),
      found: [server.found],
    })
    expect(logged).toHaveLength(1)

    expect(await ask()).toMatchObject({ text: 'Hello', failure: undefined })
    expect(llm.status()).toMatchObject({ kind: 'openai', error: null })
    expect(server.requests).toHaveLength(2)
  },
)

it('waits four times as long for a model that is being loaded', async () => {
  const loading = { '/api/ps': { models: [] }, ...ollamaListing }
  const server = await serverWith(answerNothing, loading)
  const ollama = { ...server.found, name: 'Ollama' }
  const { llm, ask } = routerFor({ stallSeconds: 0.5 }, [ollama])

  const began = performance.now()
  expect((await ask()).text).toBe(
    '_Ollama did not answer (not a word in time). These are the built-in guides._\n\nFrom the guides',
  )

  expect(performance.now() - began).toBeGreaterThan(1900)
  expect(llm.status().kind).toBe('built-in')
})

it('leaves a server alone that fails twice within five minutes, and longer each time', async () => {
  const server = await serverWith(broken)
  const { llm, ask, clock, logged } = routerFor({}, [server.found])
  const failing = async () => expect((await ask()).text).toBe(`${line('HTTP 500')}From the guides`)
  await failing()
  clock.ms += 5 * MINUTE
  await failing()

  for (const minutes of [10, 20, 40, 80, 120, 120]) {
    clock.ms += MINUTE
    await failing()
    const asked = server.requests.length

    expect((await ask()).text).toBe('From the guides')
    expect(llm.status()).toMatchObject({
      error: `LM Studio did not answer (HTTP 500). The built-in guides answer. It is asked again in ${minutes} minutes. What answers is chosen in Settings, or by OPENAI_BASE_URL.`,
      found: [],
    })
    clock.ms += minutes * MINUTE - 1
    expect((await ask()).text).toBe('From the guides')
    expect(server.requests).toHaveLength(asked)

    clock.ms += 5000
    await failing()
  }
  expect(logged.filter((each) => each.includes('failed twice'))).toHaveLength(6)
})

it('rests for the shortest time again once it has answered, and not at all when it is looked for', async () => {
  const script = [broken, broken, says('Hello'), broken, broken, says('Hello again')]
  const server = await serverWith(script)
  const { llm, ask, clock } = routerFor({}, [server.found])
  await ask()
  await ask()
  clock.ms += 10 * MINUTE
  expect((await ask()).text).toBe('Hello')
  await ask()
  await ask()

  clock.ms += 10 * MINUTE - 1
  expect((await ask()).text).toBe('From the guides')
  await llm.refresh()

  expect((await ask()).text).toBe('Hello again')
})

it('tells for whom the guides answer, and asks it at once where the user wants to hear it', async () => {
  const server = await serverWith([broken, broken, says('Hello')])
  const { ask } = routerFor({}, [server.found])
  const instead: string[] = []
  const onInstead = (name: string) => instead.push(name)
  for (const _ of ['once', 'twice', 'left alone']) await ask({ onInstead })
  expect(instead).toEqual(Array(3).fill('LM Studio'))
  expect(server.requests).toHaveLength(2)

  expect((await ask({ onInstead, answerBy: 'model' })).text).toBe('Hello')
  expect((await ask({ onInstead })).text).toBe('Hello')
  expect(instead).toHaveLength(3)
})

it('counts what fails at the same time once', async () => {
  const server = await serverWith([broken, broken, says('Hello')])
  const { ask } = routerFor({}, [server.found])

  const both = await Promise.all([ask(), ask()])

  expect(both.map(({ text }) => text)).toEqual(Array(2).fill(`${line('HTTP 500')}From the guides`))
  expect((await ask()).text).toBe('Hello')
})

it('gives mail to the rules at the first failure of a found server', async () => {
  const server = await serverWith([broken, says('Hello')])
  const { llm, ask, clock } = routerFor({}, [server.found])
  const task = { messages: [], maxTokens: 20, name: 'mail', schema: z.object({}) }

  expect(await llm.json(task, running())).toBeNull()
  expect(await llm.json(task, running())).toBeNull()
  expect(server.requests).toHaveLength(1)

  // a question is worth another try
  expect((await ask()).text).toBe('Hello')
  clock.ms += 5 * MINUTE - 1
  expect(await llm.json(task, running())).toBeNull()
  expect(server.requests).toHaveLength(2)
})

it.each([
  ['a prompt that is too long', openAiWire.refusal('x', 'context_length_exceeded'), 'LLM_CONTEXT'],
  ['an image it cannot read', openAiWire.refusal('image input is not supported'), 'LLM_IMAGE'],
  ['a text it will not answer', openAiWire.refusal('no', 'content_filter'), 'LLM_REFUSED'],
])('keeps a found server that refuses %s', async (_, refusal, code) => {
  const server = await serverWith([answerJson(refusal, 400), says('Hello')])
  const { ask } = routerFor({}, [server.found])

  expect(await ask()).toMatchObject({ text: '', failure: { code } })
  expect(await ask()).toMatchObject({ text: 'Hello' })
})

it('keeps a found server that makes no vectors', async () => {
  const server = await serverWith([answerJson(openAiWire.refusal('no'), 400), says('Hello')])
  const { llm, ask } = routerFor({}, [server.found])

  await expect(llm.embed(['a'], running())).rejects.toHaveProperty('code', 'LLM_REFUSED')
  expect((await ask()).text).toBe('Hello')
})

describe.each([
  ['fails', broken],
  ['answers with a page', answerPage(200)],
  ['hangs', answerNothing],
  ['hangs up', answerThenCut(openAiWire, '')],
])('a found server that %s', (_, trouble) => {
  const title = { messages: [{ role: 'user' as const, content: 'Title?' }], maxTokens: 20 }
  const mail = { ...title, name: 'mail', schema: z.object({}) }

  it.each(['a reply', 'a title', 'a sync', 'all of them at once'])(
    'during %s, and comes back, leaves no question without an answer',
    async (during) => {
      let now: Answer = says('Hello')
      const server = await serverWith((response, request) => now(response, request))
      const stallSeconds = trouble === answerNothing ? 0.5 : 30
      const { llm, ask, clock } = routerFor({ stallSeconds }, [], [server.found])
      const answered = async (text: string | RegExp) => {
        const reply = await ask()
        expect(reply.failure).toBeUndefined()
        expect(reply.text).toMatch(text)
      }
      // it is not there yet, and appears
      await answered(/^From the guides$/)
      clock.ms += 5000
      await answered(/^Hello$/)

      now = trouble
      const is = (name: string) => name === during || during.startsWith('all')
      const tasks: Promise<unknown>[] = []
      if (is('a title')) tasks.push(llm.write(title, running()))
      if (is('a sync')) tasks.push(llm.json(mail, running()), llm.json(mail, running()))
      const ended = Promise.allSettled(tasks)
      if (is('a reply')) await answered(/From the guides$/)
      // a title or a mail that cannot be had is told to whoever has asked for it
      for (const each of await ended)
        if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(AppError)
      await answered(/From the guides$/)

      now = says('Hello')
      clock.ms += 2 * 60 * MINUTE
      await answered(/^Hello$/)
    },
  )
})

it('never logs a key or a prompt', async () => {
  const server = await serverWith(says('Hello'))
  const { ask, logged } = routerFor({ chatModel: 'chatty' }, [server.found])

  await ask()

  expect(logged).toHaveLength(1)
  expect(logged.join()).not.toMatch(/Hello|Hi/)
})
