import { expect, it } from 'vitest'
import {
  answerNothing,
  type Listing,
  ollamaListing,
  openAiListing,
  startFaultModel,
} from '../../../../../.config/testing/fault-model.ts'
import { instantRetry } from '../../../../test/engine-under-test.ts'
import { chooseModels } from './connect-server.ts'
import { describeServer, type ModelServer, modelName } from './describe-server.ts'
import { llmTimers } from './stream-reply.ts'

async function describeAt(path: string, listing: Listing): Promise<ModelServer> {
  const { origin } = await startFaultModel(answerNothing, listing)
  const limits = { timers: llmTimers(30), retry: instantRetry().retry }
  return describeServer({ baseUrl: `${origin}${path}` }, limits)
}

it.each([
  ['llama3.2:latest', 'llama3.2'],
  ['qwen3:4b', 'qwen3:4b'],
  ['hf.co/org/model-GGUF:Q4', 'hf.co/org/model-GGUF:Q4'],
  ['org/model', 'org/model'],
  ['/srv/models/tiny.gguf', 'tiny'],
  ['./tiny.Q4_K_M.gguf', 'tiny.Q4_K_M'],
  ['~/models/tiny', 'tiny'],
  ['C:\\Users\\Ada\\tiny.gguf', 'tiny'],
  ['/', 'model'],
])('shows %s as %s', (id, name) => {
  expect(modelName(id)).toBe(name)
})

it.each(['', '/', '/v1', '/v1/'])('recognises Ollama behind "%s"', async (path) => {
  expect(await describeAt(path, ollamaListing)).toMatchObject({ kind: 'ollama', name: 'Ollama' })
})

it.each(['', '/', '/v1', '/v1/'])('asks other servers under /v1 for "%s"', async (path) => {
  const server = await describeAt(path, openAiListing)

  expect(server.kind).toBe('openai')
  expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
})

it('keeps a path that is configured', async () => {
  const server = await describeAt('/api/openai/', { '/api/openai/models': { data: [{ id: 'x' }] } })

  expect(server.baseUrl).toMatch(/\/api\/openai$/)
})

it.each<[string, object, Listing]>([
  ['vLLM', { owned_by: 'vllm', max_model_len: 4096 }, {}],
  ['OpenRouter', { context_length: 4096 }, {}],
  ['llama.cpp', { owned_by: 'llamacpp', meta: { n_ctx: 4096, n_ctx_train: 32_768 } }, {}],
  [
    'an older llama.cpp',
    { owned_by: 'llamacpp', meta: { n_ctx_train: 32_768 } },
    { '/props': { default_generation_settings: { n_ctx: 4096 } } },
  ],
  [
    'LM Studio',
    { owned_by: 'organization_owner' },
    {
      '/api/v0/models': {
        data: [
          { id: 'other', loaded_context_length: 2048 },
          { id: 'x', max_context_length: 32_768, loaded_context_length: 4096 },
        ],
      },
    },
  ],
])('reads the window that %s serves', async (_, listed, more) => {
  const listing = { '/v1/models': { data: [{ id: 'x', ...listed }] }, ...more }

  expect((await describeAt('/v1', listing)).models).toEqual([
    { id: 'x', name: 'x', use: 'chat', contextTokens: 4096 },
  ])
})

it.each<[string, object, Listing]>([
  ['a length of training', { owned_by: 'llamacpp', meta: { n_ctx_train: 2048 } }, {}],
  [
    'what a model could have',
    { owned_by: 'organization_owner' },
    { '/api/v0/models': { data: [{ id: 'x', max_context_length: 2048 }] } },
  ],
  ['nonsense', { owned_by: 'vllm', max_model_len: -1, meta: 'none' }, {}],
])('takes no window from %s', async (_, listed, more) => {
  const listing = { '/v1/models': { data: [{ id: 'x', ...listed }] }, ...more }

  expect((await describeAt('/v1', listing)).models).toEqual([{ id: 'x', name: 'x', use: 'chat' }])
})

it('does not take a server that answers to every path for Ollama', async () => {
  const error = { error: 'Unexpected endpoint or method.' }
  const listing = { ...openAiListing, '/api/version': error, '/api/tags': error }

  expect(await describeAt('/v1', listing)).toMatchObject({ kind: 'openai' })
})

it('does not take another program with a version for Ollama', async () => {
  const listing = { ...openAiListing, '/api/version': { version: '0.6.5' } }

  expect(await describeAt('/v1', listing)).toMatchObject({ kind: 'openai' })
})

function serverWith(
  ...ids: readonly [string, ModelServer['models'][number]['use']][]
): ModelServer {
  const models = ids.map(([id, use]) => ({ id, name: id, use }))
  return {
    kind: 'openai',
    name: 'Test server',
    baseUrl: 'http://127.0.0.1/v1',
    isListed: true,
    models,
  }
}

it('uses the first model that can chat, and the first that makes vectors', async () => {
  const server = await describeAt('/v1', {
    '/v1/models': {
      data: ['text-embedding-x', 'bge-m3', 'whisper-1', 'qwen3', 'phi-4'].map((id) => ({ id })),
    },
  })

  expect(chooseModels(server, {})).toEqual({
    chat: 'qwen3',
    small: 'qwen3',
    vision: 'qwen3',
    embedding: 'text-embedding-x',
  })
})

it('uses what is configured, and the chat model where nothing else is', () => {
  const server = serverWith(['phi-4', 'chat'])

  expect(chooseModels(server, { chatModel: 'big', visionModel: 'eye' })).toEqual({
    chat: 'big',
    small: 'big',
    vision: 'eye',
    embedding: null,
  })
})

it('prefers a sensible model where a server lists everything', () => {
  const server = serverWith(['gpt-3.5-turbo', 'chat'], ['gpt-4.1-mini', 'chat'])

  expect(chooseModels(server, {})).toMatchObject({ chat: 'gpt-4.1-mini' })
})

it("sends no folder to somebody else's server before a model for it is named", () => {
  const local = serverWith(['gpt-4.1-mini', 'chat'], ['text-embedding-3-small', 'embedding'])
  const remote = { ...local, baseUrl: 'https://api.openai.com/v1' }

  expect(chooseModels(local, {}).embedding).toBe('text-embedding-3-small')
  expect(chooseModels(remote, {}).embedding).toBeNull()
  const id = 'text-embedding-3-small'
  expect(chooseModels(remote, { embeddingModel: id }).embedding).toBe(id)
  const chosenFor = (origin: string) =>
    origin === 'https://api.openai.com' ? { embedding: id } : {}
  expect(chooseModels(remote, { chosenFor }).embedding).toBe(id)
  const others = { ...remote, baseUrl: 'https://models.example/v1' }
  expect(chooseModels(others, { chosenFor }).embedding).toBeNull()
})

it('says so when a server has no model that can chat', () => {
  expect(() => chooseModels(serverWith(['bge', 'embedding']), {})).toThrow(
    'Test server has no model that can chat. Install one, or set CHAT_MODEL.',
  )
})

it('keeps out what is no name of a model', async () => {
  const ids = ['', 'x'.repeat(201), 'two\nlines', 'right\u202Eleft', 'phi-4']

  const { models } = await describeAt('/v1', { '/v1/models': { data: ids.map((id) => ({ id })) } })

  expect(models.map(({ id }) => id)).toEqual(['phi-4'])
})
