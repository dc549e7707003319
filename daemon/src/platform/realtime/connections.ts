import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { errorReply, statusOf } from '../http/json.ts'
import type { CheckRequest, Refusal } from '../http/request-check.ts'
import { type FindSession, oneAccount, type Session, tokensOf } from '../http/session.ts'

/** A connection without a sign-in is closed after this long; client libraries then try again. */
const PENDING_MS = 20_000

/** Each tab and each panel has one. */
export const CONNECTIONS_PER_ACCOUNT = 32

/** A session together with the token that leads to it, which tells whether it still lives. */
export interface Binding {
  readonly token: string
  readonly session: Session
}

export interface Connection {
  /** The part of an engine's connection that matters here. */
  readonly transport: { close(): void }
  binding: Binding | undefined
  /** It came when its account had as many as it may have, and is never bound. */
  isRefused: boolean
  /** Called once, when the connection gets its session. */
  onBound: ((binding: Binding) => void)[]
  stopWaiting: () => void
}

/**
 * Which account each connection belongs to. Its requests are looked at in order, the handshake and
 * the upgrade alike: the first cookie of a living session binds it for good (wire contract, 5).
 */
export class Connections {
  readonly #byId = new Map<string, Connection>()
  readonly #findSession: FindSession
  readonly #clock: Clock

  constructor(findSession: FindSession, clock: Clock) {
    this.#findSession = findSession
    this.#clock = clock
  }

  /** Whose living session a `Cookie` header carries. */
  async bindingOf(cookies: string | undefined): Promise<Binding | undefined> {
    const found = await Promise.all(
      tokensOf(cookies).map(async (token) => ({ token, session: await this.#findSession(token) })),
    )
    return oneAccount(found.filter((each): each is Binding => each.session !== undefined))
  }

  async isAlive({ token, session }: Binding): Promise<boolean> {
    return (await this.#findSession(token))?.id === session.id
  }

  /** A new connection; without a binding it is pending. */
  open(id: string, transport: Connection['transport'], binding: Binding | undefined): void {
    const connection: Connection = {
      transport,
      binding: undefined,
      isRefused: false,
      onBound: [],
      stopWaiting: this.#clock.after(PENDING_MS, () => transport.close()),
    }
    this.#byId.set(id, connection)
    if (binding && this.#isFull(binding)) connection.isRefused = true
    else if (binding) this.bind(connection, binding)
  }

  get(id: string): Connection | undefined {
    return this.#byId.get(id)
  }

  /** A further request of a connection has shown a session. */
  see(id: string, binding: Binding): void {
    const connection = this.#byId.get(id)
    if (connection && !connection.isRefused) this.bind(connection, binding)
  }

  /** The first binding wins; a session of somebody else closes the connection, and so does one too many. */
  bind(connection: Connection, binding: Binding): void {
    if (connection.binding?.session.user.id === binding.session.user.id) return
    if (connection.binding || this.#isFull(binding)) {
      connection.transport.close()
      return
    }
    connection.stopWaiting()
    connection.binding = binding
    for (const run of connection.onBound.splice(0)) run(binding)
  }

  close(id: string): void {
    this.#byId.get(id)?.stopWaiting()
    this.#byId.delete(id)
  }

  #isFull({ session: { user } }: Binding): boolean {
    const known = this.#filter(({ session }) => session.user.id === user.id)
    return known.length >= CONNECTIONS_PER_ACCOUNT
  }

  closeSession(sessionId: string): void {
    for (const { transport } of this.#filter(({ session }) => session.id === sessionId))
      transport.close()
  }

  /** Closes the connections whose session has ended without a word, by its expiry for instance. */
  async closeExpired(): Promise<void> {
    for (const { binding, transport } of this.#byId.values()) {
      if (binding && !(await this.isAlive(binding))) transport.close()
    }
  }

  #filter(holds: (binding: Binding) => boolean): readonly Connection[] {
    return [...this.#byId.values()].filter(({ binding }) => binding && holds(binding))
  }
}

/** A request as engine.io hands it over. */
type EngineRequest = IncomingMessage & { _query: { sid?: string } }

export type OnConnected = (userId: string, origin: string) => void

interface Guard {
  readonly checkRequest: CheckRequest
  readonly onConnected?: OnConnected
}

/**
 * Looks at every request of the socket's engine, upgrades included: whether it may come in, and whose
 * session it carries. socket.io's own `allowRequest` and `cors` see only a part of them.
 */
export function guardEngine(
  { engine }: Server,
  connections: Connections,
  { checkRequest, onConnected }: Guard,
): void {
  const handshakes = new WeakMap<IncomingMessage, Binding>()

  engine.use(
    (request: EngineRequest, response: ServerResponse, next: (failure?: Error) => void) => {
      const refusal = checkRequest(request)
      if (refusal) return refuse(response, refusal)
      answerOrigin(request, response)
      if (request.method === 'OPTIONS') return response.writeHead(204).end()

      const { cookie, origin } = request.headers
      connections.bindingOf(cookie).then((binding) => {
        const { sid } = request._query
        // not every request of a page names it, but an upgrade does
        if (binding && origin !== undefined) onConnected?.(binding.session.user.id, origin)
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

function refuse(response: ServerResponse, { code, message }: Refusal): void {
  response.writeHead(statusOf[code], { 'content-type': 'application/json' })
  response.end(JSON.stringify(errorReply(code, message)))
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

/** What engine.io has but does not declare so. */
interface EngineConnection {
  readonly id: string
  readonly writeBuffer: readonly unknown[]
  /** The request of the handshake, held as long as the connection unless it is taken out. */
  request: unknown
}

/** A connection with what the library does not declare. */
export function engineConnection(connection: Socket['conn']): EngineConnection {
  return connection as unknown as EngineConnection
}
