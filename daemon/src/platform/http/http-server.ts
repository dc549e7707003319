import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { errorReply, type LogFailure, statusOf } from './json.ts'
import type { CheckRequest, Refusal } from './request-check.ts'

export interface HttpServerParts {
  readonly fetch: Parameters<typeof getRequestListener>[0]
  readonly check: CheckRequest
  /** Told of every request that was turned away, for the log; nothing in it comes from the client. */
  readonly onRefused?: (refusal: { code: string; requestId: string }) => void
  /** Hears of failures outside the app, which answers its own. */
  readonly log?: LogFailure
}

/** At once on each address, sockets of waiting browsers included. */
const MAX_CONNECTIONS = 256

/**
 * The server before it listens: only checked requests come to the app, all have timeouts, and even
 * what is not HTTP is answered in JSON.
 */
export function createHttpServer({ fetch, check, onRefused, log }: HttpServerParts): Server {
  const app = getRequestListener(fetch, { errorHandler: (error) => answerFailure(error, log) })
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      // a missing Host is refused in JSON
      requireHostHeader: false,
    },
    (request, response) => {
      const refusal = check(request)
      if (!refusal) return void app(request, response)
      const requestId = randomUUID()
      onRefused?.({ code: refusal.code, requestId })
      refuse(request, response, refusal, requestId)
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerClientError(socket, error.code)
  })
  server.on('checkExpectation', (_request, response) => {
    response.statusCode = 417
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(errorReply('VALIDATION', 'This expectation cannot be met.')))
  })
  return server
}

function answerFailure(error: unknown, log: LogFailure | undefined): Response {
  if (error instanceof RequestError) {
    return Response.json(errorReply('VALIDATION', 'The request is malformed.'), { status: 400 })
  }
  const requestId = randomUUID()
  log?.(error, requestId)
  const body = errorReply('INTERNAL', `Internal error (id ${requestId})`, requestId)
  return Response.json(body, { status: statusOf.INTERNAL })
}

/** Answers what Node could not read as a request, and closes the connection. */
function answerClientError(socket: Duplex, code?: string): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = explain(code)
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

function explain(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const body = errorReply('TOO_LARGE', 'The headers are larger than 16 KiB.')
    return { status: '431 Request Header Fields Too Large', body }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const body = errorReply('VALIDATION', 'The request took too long to arrive.')
    return { status: '408 Request Timeout', body }
  }
  return { status: '400 Bad Request', body: errorReply('VALIDATION', 'The request is malformed.') }
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { code, message }: Refusal,
  requestId: string,
): void {
  const body = JSON.stringify(errorReply(code, message, requestId))
  response.writeHead(statusOf[code], {
    'Content-Length': Buffer.byteLength(body),
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...(code === 'ORIGIN' && letLookRead(request)),
    Connection: 'close',
  })
  response.end(body)
  request.resume()
}

const LOCAL_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * A page that another program of this computer serves may read, without credentials, that its look
 * at the health is refused: it then leads to the daemon's own pages. It learns no more than that
 * somebody is there, which any refusal tells.
 */
function letLookRead({ method, url, headers }: IncomingMessage): OutgoingHttpHeaders {
  const { origin } = headers
  const isLook = method === 'GET' && url === '/api/health'
  if (!isLook || origin === undefined || !LOCAL_ORIGIN.test(origin)) return {}
  return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
}
