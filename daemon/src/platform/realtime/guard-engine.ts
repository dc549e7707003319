import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '@shortlist/contracts/errors'
import type { Server } from 'socket.io'
import { errorReply, statusOf } from '../http/on-error.ts'
import type { CheckRequest } from '../http/request-check.ts'
import { oneAccount, tokensOf } from '../http/session.ts'
import type { Binding, Connections } from './connections.ts'
import { engineConnection } from './screens.ts'

/** A request as engine.io hands it over. */
type EngineRequest = IncomingMessage & { _query: { sid?: string } }

/**
 * Looks at every request of the socket's engine, upgrades included: whether it may come in, and whose
 * session it carries. socket.io's own `allowRequest` and `cors` see only a part of them.
 */
export function guardEngine(
  { engine }: Server,
  connections: Connections,
  checkRequest: CheckRequest,
): void {
  const handshakes = new WeakMap<IncomingMessage, Binding>()

  engine.use(
    (request: EngineRequest, response: ServerResponse, next: (failure?: Error) => void) => {
      const { method = '', url = '', rawHeaders } = request
      const verdict = checkRequest({ method, url, rawHeaders, kind: 'call' })
      if (!verdict.ok) return refuse(response, verdict.code, verdict.message)
      answerOrigin(request, response)
      if (method === 'OPTIONS') return response.writeHead(204).end()

      bindingOf(request, connections).then((binding) => {
        const { sid } = request._query
        if (binding && sid) connections.see(sid, binding)
        else if (binding) handshakes.set(request, binding)
        next()
      }, next)
    },
  )

  engine.on('connection', (connection) => {
    const { id } = engineConnection(connection)
    connections.open(id, connection, handshakes.get(connection.request))
    engineConnection(connection).request = null
    connection.once('close', () => connections.close(id))
  })
}

/** Whose living session the cookies of a request carry. */
async function bindingOf(
  { headers }: EngineRequest,
  connections: Connections,
): Promise<Binding | undefined> {
  const found = await Promise.all(
    tokensOf(headers.cookie).map((token) => connections.bindingOf(token)),
  )
  return oneAccount(found.filter((binding) => binding !== undefined))
}

function refuse(response: ServerResponse, code: ErrorCode, message: string): void {
  response.writeHead(statusOf[code], { 'content-type': 'application/json' })
  response.end(JSON.stringify(errorReply(code, message, randomUUID())))
}

/** Cross-origin answers for origins that have passed the check (Fetch standard, CORS protocol). */
function answerOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Vary', 'Origin')
  if (headers.origin === undefined) return
  response.setHeader('Access-Control-Allow-Origin', headers.origin)
  response.setHeader('Access-Control-Allow-Credentials', 'true')
  if (headers['access-control-request-method'] === undefined) return
  response.setHeader('Access-Control-Allow-Methods', 'GET,POST')
  response.setHeader('Access-Control-Allow-Headers', 'content-type')
}
