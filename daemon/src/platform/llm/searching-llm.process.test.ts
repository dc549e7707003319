import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  answerJson,
  answerNothing,
  answerPage,
  answerThenCut,
} from '../../../../.config/testing/fault-model.ts'
import { openAiWire } from '../../../../.config/testing/model-wire.ts'
import { routerFor, says, serverWith } from '../../../test/router-under-test.ts'

const running = () => new AbortController().signal
const line = (how: string, host: string) =>
  `_The model server at ${host} ${how}, so the built-in guides answer. To keep to that server, set OPENAI_BASE_URL to its address; to ignore it, set it to off._\n\n`

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

it('goes on with another server when one has gone, and with the guides when all have', async () => {
  const first = await serverWith(says('First'))
  const second = await serverWith(says('Second'))
  const { llm, ask } = routerFor({}, [first.found], [second.found], [])
  expect((await ask()).text).toBe('First')

  await first.stop()
  expect(await ask()).toMatchObject({ text: 'Second', failure: undefined })

  await second.stop()
  expect(await ask()).toMatchObject({
    text: `${line('cannot be reached', second.host)}From the guides`,
    failure: undefined,
  })
  expect(llm.status()).toMatchObject({ kind: 'built-in', error: null, found: [] })
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
  ['500', answerJson(openAiWire.refusal('broken'), 500), 'failed (HTTP 500)'],
  ['503', answerJson(openAiWire.refusal('busy'), 503), 'failed (HTTP 503)'],
  ['404', answerPage(404), 'failed (HTTP 404)'],
  ['401', answerJson(openAiWire.refusal('no key'), 401), 'failed (HTTP 401)'],
  ['429', answerJson(openAiWire.refusal('slow down'), 429), 'failed (HTTP 429)'],
  ['nothing', answerNothing, 'did not answer in time'],
])(
  'answers from the guides, once with a line why, when a found server answers %s',
  async (_, answer, how) => {
    const server = await serverWith(answer)
    // a busy computer takes long to answer, too
    const stallSeconds = answer === answerNothing ? 0.5 : 30
    const { llm, ask, logged } = routerFor({ stallSeconds }, [server.found])

    expect(await ask()).toMatchObject({
      text: `${line(how, server.host)}From the guides`,
      failure: undefined,
    })
    expect(await ask()).toMatchObject({ text: 'From the guides', failure: undefined })

    expect(server.requests).toHaveLength(1)
    expect(llm.status()).toMatchObject({
      kind: 'built-in',
      label: 'Built-in guides',
      error: expect.stringContaining(how),
      found: [],
    })
    expect(logged).toHaveLength(2)
  },
)

it('uses a server that failed again after five minutes, or once it was gone', async () => {
  const broken = answerJson(openAiWire.refusal('broken'), 500)
  const server = await serverWith([broken, says('Hello'), broken, says('Hello again')])
  const { llm, ask, clock, searches } = routerFor({}, [server.found])
  expect((await ask()).text).toContain('From the guides')

  clock.ms = 299_999
  expect((await ask()).text).toBe('From the guides')
  clock.ms += 5000
  expect((await ask()).text).toBe('Hello')
  expect(llm.status()).toMatchObject({ kind: 'openai', error: null, found: [server.found] })

  expect((await ask()).text).toContain('From the guides')
  searches.splice(0, 1, [], [server.found])
  clock.ms += 5000
  expect((await ask()).text).toBe('From the guides')
  clock.ms += 5000
  expect((await ask()).text).toBe('Hello again')
})

it('gives mail to the rules at the first failure of a found server', async () => {
  const server = await serverWith(answerJson(openAiWire.refusal('broken'), 500))
  const { llm } = routerFor({}, [server.found])
  const task = { messages: [], maxTokens: 20, name: 'mail', schema: z.object({}) }

  expect(await llm.json(task, running())).toBeNull()
  expect(await llm.json(task, running())).toBeNull()

  expect(server.requests).toHaveLength(1)
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

it('never logs a key or a prompt', async () => {
  const server = await serverWith(says('Hello'))
  const { ask, logged } = routerFor({ chatModel: 'chatty' }, [server.found])

  await ask()

  expect(logged).toHaveLength(1)
  expect(logged.join()).not.toMatch(/Hello|Hi/)
})
