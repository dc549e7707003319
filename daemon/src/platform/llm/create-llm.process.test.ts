import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { answerJson, ollamaListing } from '../../../../.config/testing/fault-model.ts'
import { ollamaWire, openAiWire } from '../../../../.config/testing/model-wire.ts'
import { routerFor, says, serverWith } from '../../../test/router-under-test.ts'

it('keeps to the built-in engine and never searches when it is switched off', async () => {
  const { llm, ask, searched } = routerFor({ baseUrl: 'off', apiKey: 'key' })

  expect((await ask()).text).toBe('From the guides')
  expect((await llm.refresh()).label).toBe('Built-in guides')
  expect(searched()).toBe(0)
})

it('uses the configured server, with the first model that can chat', async () => {
  const server = await serverWith(says('Hello'))
  const { llm, ask, searched } = routerFor({ baseUrl: `${server.origin}/v1` })

  expect(llm.status()).toMatchObject({ kind: 'openai', label: server.host, model: null })
  expect((await ask()).text).toBe('Hello')

  expect(llm.status()).toMatchObject({ label: `scripted on ${server.host}`, model: 'scripted' })
  expect(server.requests[0]?.body.model).toBe('scripted')
  expect(searched()).toBe(0)
})

it('holds no more than the server says, once it is connected', async () => {
  const listed = { data: [{ id: 'scripted', max_model_len: 4096 }] }
  const server = await serverWith(says('Hello'), { '/v1/models': listed })
  const { llm } = routerFor({ baseUrl: `${server.origin}/v1`, chatModel: 'an-alias' })

  expect(llm.contextTokens()).toBe(6300)
  await llm.refresh()

  expect(llm.contextTokens()).toBe(3072)
})

it('gives a configured Ollama its context size', async () => {
  const server = await serverWith(says('Hello', ollamaWire), ollamaListing)
  const { llm, ask } = routerFor({ baseUrl: `${server.origin}/v1` })

  expect(await ask()).toMatchObject({ text: 'Hello', failure: undefined })

  expect(llm.status()).toMatchObject({ kind: 'ollama', label: 'scripted on Ollama' })
  expect(server.requests).toMatchObject([
    { path: '/api/chat', body: { model: 'scripted:latest', options: { num_ctx: 8192 } } },
  ])
})

it('uses a configured server that does not list its models', async () => {
  const server = await serverWith(says('Hello'), {})
  const named = routerFor({ baseUrl: `${server.origin}/v1`, chatModel: 'chatty' })
  const unnamed = routerFor({ baseUrl: `${server.origin}/v1` })

  expect((await named.ask()).text).toBe('Hello')
  expect((await unnamed.ask()).text).toBe('Hello')

  expect(server.requests.map(({ body }) => body.model)).toEqual(['chatty', 'default'])
})

it('says that a configured server is not there, and finds it once it is', async () => {
  const server = await serverWith(says('Hello'))
  const { llm, ask } = routerFor({ baseUrl: `${server.origin}/v1`, chatModel: 'chatty' })
  await server.stop()

  expect(await ask()).toMatchObject({ text: '', failure: { code: 'LLM_UNREACHABLE' } })
  expect(llm.status()).toMatchObject({
    label: `chatty on ${server.host}`,
    error: expect.stringContaining('cannot be reached'),
  })
  expect(await llm.refresh()).toEqual(llm.status())
})

it('asks OpenAI where only a key is configured, but not before it is needed', () => {
  const { llm, searched } = routerFor({ apiKey: 'key' })

  expect(llm.status()).toMatchObject({ kind: 'openai', label: 'api.openai.com' })
  expect(searched()).toBe(0)
})

it('never replaces a configured server that fails', async () => {
  const server = await serverWith(answerJson(openAiWire.refusal('broken'), 500))
  const { ask, searched } = routerFor({ baseUrl: `${server.origin}/v1` })

  expect(await ask()).toMatchObject({ text: '', failure: { code: 'LLM_UNREACHABLE' } })
  expect(searched()).toBe(0)
})

it.each([
  ['a search', {}],
  ['a connection', { baseUrl: 'http://127.0.0.1:9/v1' }],
])('ends quietly when it is stopped before %s', async (_, config) => {
  const { llm, ask } = routerFor(config, [])
  const reason = new Error('no longer wanted')
  const signal = AbortSignal.abort(reason)

  expect(await ask({}, signal)).toMatchObject({ text: '', failure: undefined })
  await expect(llm.write({ messages: [], maxTokens: 1 }, signal)).rejects.toBe(reason)
})

it('is imported without the SDK', async () => {
  const router = new URL('./create-llm.ts', import.meta.url).href
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ resolve: (name, context, next) => (seen.push(name), next(name, context)) })
    await import(${JSON.stringify(router)})
    console.log(seen.join(' '))
  `

  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
  ])

  expect(stdout.split(/\s/)).toContain('./openai-llm.ts')
  expect(stdout.split(/\s/)).not.toContain('openai')
})
