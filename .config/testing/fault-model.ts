import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { endWithTests } from './end-with-tests.ts'
import type { Wire } from './model-wire.ts'

/** A request as the server received it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** The parsed JSON body; an empty object where there was none. */
  readonly body: Record<string, unknown>
  /** Resolves once the connection of this request is closed or its answer has been sent. */
  readonly closed: Promise<unknown>
}

/** Answers one request, well or badly. */
export type Answer = (response: ServerResponse, request: SeenRequest) => Promise<void> | void

export interface FaultModel {
  /** Without a path; OpenAI-compatible calls are expected under `/v1`. */
  readonly origin: string
  /** Every request that is no listing of models, oldest first. */
  readonly requests: readonly SeenRequest[]
  /** Resolves to the next request. */
  next(): Promise<SeenRequest>
  stop(): Promise<void>
}

/** What a server says about itself, by path. */
export type Listing = Readonly<Record<string, object>>

/** One chat model and one for embeddings, as OpenAI-compatible servers list them. */
export const openAiListing: Listing = {
  '/v1/models': { data: [{ id: 'text-embedding-nomic' }, { id: 'scripted' }] },
}

/** The same as Ollama lists it, in both of its dialects. */
export const ollamaListing: Listing = {
  ...openAiListing,
  '/api/version': { version: '0.34.0' },
  '/api/tags': {
    models: [
      { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
      { name: 'scripted:latest', details: { family: 'llama' } },
    ],
  },
}

/**
 * A model server on a free loopback port that answers each request with the next of the answers,
 * the last one again and again. What is in the listing it answers to a GET.
 */
export async function startFaultModel(
  answers: Answer | readonly Answer[],
  listing: Listing = openAiListing,
): Promise<FaultModel> {
  const script = typeof answers === 'function' ? [answers] : answers
  const requests: SeenRequest[] = []
  const waiting: ((request: SeenRequest) => void)[] = []
  let asked = 0

  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming, response)
    if (request.method === 'GET') {
      const listed = listing[request.path]
      sendJson(response, listed ?? { error: 'not found' }, listed ? 200 : 404)
      return
    }
    requests.push(request)
    waiting.shift()?.(request)
    await script[Math.min(asked++, script.length - 1)]?.(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: endWithTests(async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }),
  }
}

async function readRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<SeenRequest> {
  const closed = once(response, 'close')
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  const body = Buffer.concat(parts).toString()
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: body ? JSON.parse(body) : {},
    closed,
  }
}

function sendJson(
  response: ServerResponse,
  body: object,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** Answers with JSON. */
export function answerJson(
  body: object,
  status = 200,
  headers: Record<string, string> = {},
): Answer {
  return (response) => sendJson(response, body, status, headers)
}

/** Answers with a page, as a proxy or a wrong address does. */
export function answerPage(status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Welcome</title>')
  }
}

/** Sends somebody elsewhere. */
export function answerRedirect(location: string): Answer {
  return (response) => {
    response.writeHead(307, { location })
    response.end()
  }
}

/** Streams these frames and ends. */
export function answerStream({ contentType }: Wire, ...frames: readonly string[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType })
    response.end(frames.join(''))
  }
}

/** Streams the frames in pieces of so many bytes, each written by itself, and ends. */
export function answerInBytes(
  { contentType }: Wire,
  size: number,
  ...frames: readonly string[]
): Answer {
  return async (response) => {
    response.socket?.setNoDelay(true)
    response.writeHead(200, { 'content-type': contentType })
    const bytes = Buffer.from(frames.join(''))
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size))
      await setImmediate()
    }
    response.end()
  }
}

/** Streams the frames and then says nothing more, with the connection open. */
export function answerThenSilence({ contentType }: Wire, ...frames: readonly string[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType })
    response.flushHeaders()
    for (const frame of frames) response.write(frame)
  }
}

/** Streams the frames and then breaks the connection. */
export function answerThenCut({ contentType }: Wire, ...frames: readonly string[]): Answer {
  return async (response) => {
    response.writeHead(200, { 'content-type': contentType })
    await new Promise((sent) => response.write(frames.join(''), sent))
    response.destroy()
  }
}

/** Streams the same frame for as long as somebody listens. */
export function answerEndlessly({ contentType }: Wire, frame: string): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType })
    const many = frame.repeat(64)
    const writeMore = () => {
      while (!response.destroyed && response.write(many));
    }
    response.on('drain', writeMore)
    writeMore()
  }
}

/** Takes the request and never answers. */
export const answerNothing: Answer = () => {}
