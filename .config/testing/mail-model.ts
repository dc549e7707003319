import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { endWithTests } from './end-with-tests.ts'
import { openAiWire } from './model-wire.ts'

/** The part of a JSON Schema that a made-up answer needs. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The part of a request that is read; servers are asked by the product alone. */
interface Request {
  readonly stream?: boolean
  /** Texts to make vectors of. */
  readonly input?: string | readonly string[]
  readonly response_format?: { readonly json_schema?: { readonly schema?: Schema } }
}

/** How the server answers; by default each call takes 300 ms and succeeds. */
export interface ModelTrouble {
  readonly delayMs?: number
  /** Of so many calls one is refused with 429, or answered with what is no JSON. */
  readonly refusesEvery?: number
  readonly stumblesEvery?: number
}

export interface MailModel {
  /** What OPENAI_BASE_URL is set to. */
  readonly url: string
  /** Calls for an answer that fits a schema so far, as mails are analysed. */
  calls(): number
  /** Whatever is asked from now on is answered at once. */
  hurry(): void
  stop(): Promise<void>
}

/** Milliseconds that every answer takes. */
export const MODEL_MS = 300

/**
 * An OpenAI-compatible server that answers any schema, always after the same time; a chat it streams
 * an answer of some words, and texts with words in common get vectors that are near.
 */
export async function startMailModel(trouble: ModelTrouble = {}): Promise<MailModel> {
  let delay = trouble.delayMs ?? MODEL_MS
  let calls = 0
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.method === 'GET')
      return send(200, { data: [{ id: 'scripted' }, { id: 'embedder' }] })
    const asked = (await json(request)) as Request
    if (asked.input !== undefined) return send(200, { data: [asked.input].flat().map(embedded) })
    if (asked.stream) return streamWords(response)
    if (asked.response_format) calls += 1
    const turn = calls
    const content = answerTo(asked)
    await wait(delay)
    if (isTurn(turn, trouble.refusesEvery)) {
      return send(429, { error: { message: 'slow down', type: 'rate_limit_error' } })
    }
    const said = isTurn(turn, trouble.stumblesEvery) ? 'Sure! Here it is.' : content
    const message = { role: 'assistant', content: said }
    send(200, { choices: [{ index: 0, message, finish_reason: 'stop' }] })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => calls,
    hurry() {
      delay = 0
    },
    stop: endWithTests(async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    }),
  }
}

function isTurn(turn: number, every: number | undefined): boolean {
  return every !== undefined && turn % every === 0
}

function answerTo({ response_format: format }: Request): string {
  return format ? JSON.stringify(smallest(format.json_schema?.schema ?? {})) : 'Talk about work'
}

async function streamWords(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': openAiWire.contentType })
  for (const word of 'The file says that the ferry leaves at noon.'.split(/(?= )/)) {
    response.write(openAiWire.text(word))
    await wait(1)
  }
  response.end(openAiWire.finish('stop'))
}

/** Counts the words, each in a place that its letters give. */
function embedded(text: string, index: number) {
  const embedding = Array<number>(64).fill(0)
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    const place = crc32(word) % embedding.length
    embedding[place] = 1 + (embedding[place] ?? 0)
  }
  return { index, embedding }
}

/** The smallest value that fits a schema. */
function smallest(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return []
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return 0
  if (type === 'string') return 'A mail about work.'
  const fields = Object.entries(schema.properties ?? {})
  return Object.fromEntries(fields.map(([name, field]) => [name, smallest(field)]))
}
