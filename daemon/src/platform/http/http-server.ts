import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { ErrorCode } from '@shortlist/contracts/errors'
import { errorReply } from './error-reply.ts'
import { gate, type OnRefused } from './gate.ts'
import type { LogFailure } from './on-error.ts'
import type { CheckRequest } from './request-check.ts'
import { statusOf } from './status-of.ts'

export interface HttpServerParts {
  readonly fetch: Parameters<typeof getRequestListener>[0]
  readonly check: CheckRequest
  readonly onRefused?: OnRefused
  /** Hears of failures outside the app, which answers its own. */
  readonly log?: LogFailure
}

/** At once on each address, sockets of waiting browsers included. */
const MAX_CONNECTIONS = 256

/** The server before it listens: gate, timeouts, and JSON even for what is not HTTP. */
export function createHttpServer({ fetch, check, onRefused, log }: HttpServerParts): Server {
  const app = getRequestListener(fetch, { errorHandler: (error) => answerFailure(error, log) })
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      // the gate answers a missing Host itself, in JSON
      requireHostHeader: false,
    },
    gate(check, (request, response) => void app(request, response), onRefused),
  )
  server.maxConnections = MAX_CONNECTIONS
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerClientError(socket, error.code)
  })
  server.on('checkExpectation', (_request, response) => {
    response.statusCode = 417
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(failure('VALIDATION', 'This expectation cannot be met.')))
  })
  return server
}

function answerFailure(error: unknown, log: LogFailure | undefined): Response {
  if (error instanceof RequestError) {
    return Response.json(failure('VALIDATION', 'The request is malformed.'), { status: 400 })
  }
  const requestId = randomUUID()
  log?.(error, requestId)
  const body = errorReply('INTERNAL', `Internal error (id ${requestId})`, requestId)
  return Response.json(body, { status: statusOf.INTERNAL })
}

/** Answers what Node could not read as a request, and closes the connection. */
export function answerClientError(socket: Duplex, code?: string): void {
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
    const body = failure('TOO_LARGE', 'The headers are larger than 16 KiB.')
    return { status: '431 Request Header Fields Too Large', body }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const body = failure('VALIDATION', 'The request took too long to arrive.')
    return { status: '408 Request Timeout', body }
  }
  return { status: '400 Bad Request', body: failure('VALIDATION', 'The request is malformed.') }
}

function failure(code: ErrorCode, message: string) {
  return errorReply(code, message, randomUUID())
}
