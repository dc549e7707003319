import type { Server as HttpServer } from 'node:http'
import type { MessageId } from '@shortlist/contracts/chat'
import {
  type ConnectRefusal,
  type Joined,
  JoinOptions,
  type ServerEvent,
  type ServerEventName,
} from '@shortlist/contracts/events'
import { Server, type Socket } from 'socket.io'
import {
  Adapter,
  type BroadcastOptions,
  type Session,
  SessionAwareAdapter,
} from 'socket.io-adapter'
import { z } from 'zod'
import { type Clock, realClock } from '../clock.ts'
import type { CheckRequest } from '../http/request-check.ts'
import type { FindSession } from '../http/session.ts'
import type { Log } from '../log.ts'
import {
  type Binding,
  CONNECTIONS_PER_ACCOUNT,
  Connections,
  engineConnection,
  guardEngine,
  type OnConnected,
} from './connections.ts'
import { PacedReply } from './paced-reply.ts'
import type { Realtime, ReplyStream } from './realtime.ts'
import {
  type Channel,
  HeldEvents,
  join,
  roomOf,
  screenOf,
  screensHearing,
  screensIn,
} from './screens.ts'

export interface RealtimeParts {
  readonly findSession: FindSession
  /** Asked for every request of the socket's engine, upgrades included. */
  readonly checkRequest: CheckRequest
  readonly log: Log
  readonly clock?: Clock
  /** Hears from which page, by its `Origin`, an account connects; of one page more than once. */
  readonly onConnected?: OnConnected
}

/** Milliseconds within which a dropped connection is taken up again. */
const RECOVERY_MS = 2 * 60_000
const SWEEP_MS = 60_000
const MESSAGE_MAX_BYTES = 64 * 1024
/** Joins that a socket may leave before it has shown a session. */
const WISHES_PER_SOCKET = 8
/** Events that a socket may send per second. */
const EVENTS_PER_SECOND = 50

/** A join that was asked for. */
interface Wish {
  readonly channel: Channel
  /** The account that the client named. */
  readonly named: string | undefined
  readonly acknowledge: (answer: unknown) => void
}

/** What a socket carries with it, across a recovered connection too. */
interface SocketData {
  binding?: Binding | undefined
  /** Joins that wait for a session, in order. */
  wishes?: Wish[]
}

const Named = z.union([z.string(), z.number().transform(String)]).nullish()
const Resync = z.object({ messageId: z.union([z.string(), z.number()]) })

/** The socket side of the daemon, on Socket.IO. */
export class SocketServer implements Realtime {
  readonly #io: Server
  readonly #parts: RealtimeParts
  readonly #clock: Clock
  readonly #connections: Connections
  readonly #held: HeldEvents
  /** Running replies by account; two chats may use the same message id. */
  readonly #replies = new Map<string, Set<PacedReply>>()
  #stopSweeping = () => {}

  constructor(parts: RealtimeParts) {
    this.#parts = parts
    this.#clock = parts.clock ?? realClock
    this.#connections = new Connections(parts.findSession, this.#clock)
    this.#held = new HeldEvents(this.#clock.now)
    this.#io = new Server({
      serveClient: false,
      maxHttpBufferSize: MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
      connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS, skipMiddlewares: false },
      adapter: recoveryAdapter(async (data) => {
        const { binding } = data as SocketData
        return binding === undefined || this.#connections.isAlive(binding)
      }, this.#clock.now),
    })
    this.#io.use((socket, next) => next(this.#refusal(socket)))
    this.#io.on('connection', (socket) => this.#connect(socket))
  }

  /** Serves `/socket.io/` on an HTTP server; what was published before waits for its joins. */
  attach(server: HttpServer): void {
    this.#io.attach(server)
    guardEngine(this.#io, this.#connections, this.#parts)
    this.#io.engine.on('connection_error', ({ code, message }) => {
      this.#parts.log.debug({ code }, `A socket connection was refused: ${message}`)
    })
    this.#sweepLater()
  }

  publish<Name extends ServerEventName>(
    userId: string,
    name: Name,
    payload: ServerEvent<Name>,
  ): void {
    const screens = screensHearing(this.#io, userId, name)
    for (const screen of screens) screen.send(name, payload)
    if (!name.startsWith('chat-') || name === 'chat-chunk' || name === 'chat-started') return
    this.#held.keep(userId, name, payload, screens)
  }

  openReply(userId: string, started: ServerEvent<'chat-started'>): ReplyStream {
    const replies = this.#replies.get(userId) ?? new Set<PacedReply>()
    const reply = new PacedReply({
      started,
      clock: this.#clock,
      screens: (dialect) => screensIn(this.#io, userId, dialect),
      onEnd: (name, payload) => {
        replies.delete(reply)
        if (replies.size === 0) this.#replies.delete(userId)
        this.publish(userId, name, payload)
      },
    })
    replies.add(reply)
    this.#replies.set(userId, replies)
    for (const screen of screensIn(this.#io, userId, 'delta')) reply.catchUp(screen, 'delta')
    return reply
  }

  /** Replies of an account that have not ended. */
  running(userId: string): readonly MessageId[] {
    return [...(this.#replies.get(userId) ?? [])].map(({ started }) => started.messageId)
  }

  endSession(sessionId: string): void {
    this.#connections.closeSession(sessionId)
  }

  /** Ends every connection; clients try to come back. */
  close(): void {
    this.#stopSweeping()
    this.#io.engine?.close()
  }

  /** Clients hear it as a `connect_error`, after which the library does not try again by itself. */
  #refusal(socket: Socket): Error | undefined {
    if (!this.#connections.get(engineConnection(socket.conn).id)?.isRefused) return undefined
    const data: z.infer<typeof ConnectRefusal> = { code: 'TOO_MANY_CONNECTIONS' }
    const text = `An account may have ${CONNECTIONS_PER_ACCOUNT} connections. Close some tabs.`
    return Object.assign(new Error(text), { data })
  }

  #connect(socket: Socket): void {
    const connection = this.#connections.get(engineConnection(socket.conn).id)
    if (!connection) return void socket.disconnect(true)
    const data: SocketData = socket.data
    this.#takeJoins(socket)

    // a recovered client may poll without a cookie: its session was found alive just before
    if (data.binding) this.#connections.bind(connection, data.binding)
    if (connection.binding) this.#welcome(socket, connection.binding)
    else connection.onBound.push((binding) => this.#welcome(socket, binding))
    // a client takes part in the recovery only after a packet that ends in a text
    if (!socket.recovered) socket.emit('ready', 'shortlist')
  }

  #welcome(socket: Socket, binding: Binding): void {
    // it may have gone while its connection waited for a session
    if (!socket.connected) return
    const data: SocketData = socket.data
    const userId = binding.session.user.id
    const wasFull = socket.rooms.has(roomOf(userId, 'full'))
    data.binding = binding
    // clients that ask for deltas join at every connection; the others never do it again
    socket.leave(roomOf(userId, 'delta'))
    for (const wish of data.wishes?.splice(0) ?? []) this.#carryOut(socket, binding, wish)
    if (!socket.recovered || !wasFull) return
    const screen = screenOf(socket)
    this.#held.repeatAll(userId, screen, 'full')
    for (const reply of this.#replies.get(userId) ?? []) reply.catchUp(screen, 'full')
  }

  /** Hears what a client says: wishes to join, and to be sent a whole reply. */
  #takeJoins(socket: Socket): void {
    const data: SocketData = socket.data
    limitRate(socket, this.#clock.now)
    this.#hear(socket, 'join-chat', ([named, options], acknowledge) => {
      const { stream } = JoinOptions.parse(options ?? {})
      wish({ channel: stream ?? 'full', named: Named.parse(named) ?? undefined, acknowledge })
    })
    this.#hear(socket, 'join-sync-updates', ([named], acknowledge) => {
      wish({ channel: 'sync', named: Named.parse(named) ?? undefined, acknowledge })
    })
    this.#hear(socket, 'chat-resync', ([asked], acknowledge) => {
      const { messageId } = Resync.parse(asked)
      if (data.binding) this.#resync(data.binding.session.user.id, messageId, socket)
      acknowledge({ ok: data.binding !== undefined })
    })

    const wish = (asked: Wish) => {
      data.wishes ??= []
      if (data.binding) this.#carryOut(socket, data.binding, asked)
      else if (data.wishes.length < WISHES_PER_SOCKET) data.wishes.push(asked)
      else asked.acknowledge(refusal('Too many joins without a sign-in'))
    }
  }

  /** One wrapper for every event: an exception in a handler of socket.io would end the process. */
  #hear(
    socket: Socket,
    name: string,
    handle: (values: readonly unknown[], acknowledge: Wish['acknowledge']) => void,
  ): void {
    socket.on(name, (...values: unknown[]) => {
      const acknowledge = takeAcknowledge(values)
      try {
        handle(values, acknowledge)
      } catch (err) {
        const isMalformed = err instanceof z.ZodError
        if (!isMalformed) this.#parts.log.error({ event: name, err }, 'A socket event failed')
        acknowledge(refusal(isMalformed ? 'Malformed event' : 'Internal error'))
      }
    })
  }

  /** Joins an account's channel, and says which replies run. */
  #carryOut(socket: Socket, { session }: Binding, { channel, named, acknowledge }: Wish): void {
    const { id: userId } = session.user
    // the account is the session's; a payload that names another account is refused, never followed
    if (named !== undefined && named !== userId) {
      this.#parts.log.warn({ channel }, 'A socket asked for the events of another account')
      acknowledge(refusal('Forbidden'))
      return
    }
    join(socket, userId, channel)
    if (channel !== 'sync') {
      const screen = screenOf(socket)
      for (const reply of this.#replies.get(userId) ?? []) reply.catchUp(screen, channel)
      this.#held.repeat(userId, screen, channel)
    }
    acknowledge({ ok: true, running: [...this.running(userId)] })
  }

  #resync(userId: string, messageId: MessageId, socket: Socket): void {
    const screen = screenOf(socket)
    const running = [...(this.#replies.get(userId) ?? [])]
    const asked = running.filter(({ started }) => started.messageId === messageId)
    for (const reply of asked) reply.sendWhole(screen)
    if (asked.length === 0) this.#held.repeatMessage(userId, screen, messageId)
  }

  #sweepLater(): void {
    this.#stopSweeping = this.#clock.after(SWEEP_MS, () => {
      this.#connections.closeExpired().catch((err: unknown) => {
        this.#parts.log.error({ err }, 'Sessions could not be looked up')
      })
      this.#held.sweep()
      this.#sweepLater()
    })
  }
}

function limitRate(socket: Socket, now: () => number): void {
  let second = 0
  let count = 0
  socket.use((event, next) => {
    const current = Math.floor(now() / 1000)
    count = current === second ? count + 1 : 1
    second = current
    if (count <= EVENTS_PER_SECOND) next()
    else takeAcknowledge(event)(refusal('Too many events'))
  })
}

/** The last argument, where the client asked for an acknowledgement. */
function takeAcknowledge(values: unknown[]): Wish['acknowledge'] {
  if (typeof values.at(-1) !== 'function') return () => {}
  return values.pop() as Wish['acknowledge']
}

function refusal(error: string): Joined {
  return { ok: false, error }
}

type Kept = Parameters<SessionAwareAdapter['persistSession']>[0]

/**
 * Connection recovery that keeps no chat event and restores only what `mayRestore` allows: socket.io
 * sends the packets that a client missed before any of our code is asked. What it missed of a chat is
 * sent again on joining, so a client comes back even when the packet it last saw is long forgotten.
 */
function recoveryAdapter(
  mayRestore: (data: unknown) => Promise<boolean>,
  now: () => number,
): typeof Adapter {
  return class extends SessionAwareAdapter {
    readonly #dropped = new Map<string, { readonly session: Kept; readonly at: number }>()

    override persistSession(session: Kept): void {
      for (const [pid, { at }] of this.#dropped) {
        if (now() - at > RECOVERY_MS) this.#dropped.delete(pid)
      }
      this.#dropped.set(session.pid, { session, at: now() })
      super.persistSession(session)
    }

    override async restoreSession(pid: string, offset: string): Promise<Session> {
      const dropped = this.#dropped.get(pid)
      this.#dropped.delete(pid)
      const isKept = dropped && now() - dropped.at <= RECOVERY_MS
      if (!isKept || !(await mayRestore(dropped.session.data))) {
        return Adapter.prototype.restoreSession.call(this, pid, offset)
      }
      const restored: Session | null = await super.restoreSession(pid, offset)
      return restored ?? { ...dropped.session, missedPackets: [] }
    }

    // biome-ignore lint/suspicious/noExplicitAny: the library's own signature
    override broadcast(packet: any, options: BroadcastOptions): void {
      const isChat = String(packet.data?.[0]).startsWith('chat-')
      if (isChat) Adapter.prototype.broadcast.call(this, packet, options)
      else super.broadcast(packet, options)
    }
  }
}
