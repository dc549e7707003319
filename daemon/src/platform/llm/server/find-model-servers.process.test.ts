import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import {
  answerNothing,
  type Listing,
  ollamaListing,
  openAiListing,
  startFaultModel,
} from '../../../../../.config/testing/fault-model.ts'
import { freePort } from '../../../../../.config/testing/free-port.ts'
import { findModelServers, wellKnownPlaces } from './find-model-servers.ts'

/** Longer than a busy computer takes to answer, in milliseconds. */
const FAR = 20_000

async function serverAt(name: string, listing: Listing) {
  const { origin } = await startFaultModel(answerNothing, listing)
  return { name, port: Number(new URL(origin).port), origin }
}

it('looks where the well-known servers listen', () => {
  expect(wellKnownPlaces).toEqual([
    { name: 'Ollama', port: 11434 },
    { name: 'LM Studio', port: 1234 },
    { name: 'llama.cpp', port: 8080 },
  ])
})

it('lists who answers, in the order of the places, with their models', async () => {
  const ollama = await serverAt('Ollama', ollamaListing)
  const studio = await serverAt('LM Studio', openAiListing)
  const absent = { name: 'llama.cpp', port: await freePort() }

  expect(await findModelServers({ places: [ollama, absent, studio], timeoutMs: FAR })).toEqual([
    { name: 'Ollama', url: `${ollama.origin}/v1`, models: ['nomic-embed-text', 'scripted'] },
    { name: 'LM Studio', url: `${studio.origin}/v1`, models: ['text-embedding-nomic', 'scripted'] },
  ])
})

it('never shows a file path as the name of a model', async () => {
  const ids = ['/home/ada/models/Qwen3-4B.Q4.gguf', 'C:\\models\\Phi-4.gguf', 'org/Mistral-7B']
  const llama = await serverAt('llama.cpp', {
    '/v1/models': { data: ids.map((id) => ({ id, owned_by: 'llamacpp' })) },
  })

  expect(await findModelServers({ places: [llama], timeoutMs: FAR })).toMatchObject([
    { models: ['Qwen3-4B.Q4', 'Phi-4', 'org/Mistral-7B'] },
  ])
})

it('calls a server what it says it is, whatever its port', async () => {
  const { port } = await serverAt('LM Studio', {
    '/v1/models': { data: [{ id: 'phi', owned_by: 'llamacpp' }] },
  })

  expect(
    await findModelServers({ places: [{ name: 'LM Studio', port }], timeoutMs: FAR }),
  ).toMatchObject([{ name: 'llama.cpp' }])
})

it.each([
  ['another program', {}],
  ['one that lists something else', { '/v1/models': { items: [] } }],
  ['one with only half of an Ollama', { '/api/version': { version: '1' } }],
])('passes over %s', async (_, listing) => {
  const other = await serverAt('llama.cpp', listing)

  expect(await findModelServers({ places: [other], timeoutMs: FAR })).toEqual([])
})

it('does not wait for a server that is silent', async () => {
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => silent.closeAllConnections())
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo

  const places = [{ name: 'Ollama', port }]

  expect(await findModelServers({ places, timeoutMs: 30 })).toEqual([])
})
