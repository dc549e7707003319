import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { Joined, ServerEvent } from '@shortlist/contracts/events'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { Clock } from '../src/platform/clock.ts'
import { createOriginList, createRequestCheck } from '../src/platform/http/request-check.ts'
import { type FindSession, SESSION_COOKIE, type Session } from '../src/platform/http/session.ts'
import { type Listening, listen } from '../src/platform/listen.ts'
import { createLog } from '../src/platform/log.ts'
import { SocketServer } from '../src/platform/realtime/socket-server.ts'

/** Where an existing client's page comes from. */
export const CLIENT_ORIGIN = 'http://localhost:3000'

type ClientOptions = Partial<ManagerOptions & SocketOptions>

/** Sign-ins that are made and ended by a test, without passwords. */
export interface Sessions {
  readonly findSession: FindSession
  /** The cookie of a new session. */
  signIn(userId: string): string
  session(cookie: string): Session
  /** The session ends without anybody being told. */
  forget(cookie: string): void
}

export interface RealtimeUnderTest extends Sessions {
  readonly realtime: SocketServer
  readonly url: string
  /** Signs out as the daemon does it: the session is gone first, then its sockets. */
  signOut(cookie: string): void
  /** A client that has not connected yet. */
  client(options?: ClientOptions): Socket
  /** A client of ours: the cookie goes with every request. Resolves when it is connected. */
  connect(cookie: string, options?: ClientOptions): Promise<Socket>
  /** An existing client: polls without a cookie and shows it at the upgrade. */
  existingClient(cookie: string, options?: ClientOptions): Socket
}

export function sessionsUnderTest(): Sessions {
  const sessions = new Map<string, Session>()
  let count = 0

  function session(cookie: string): Session {
    const found = sessions.get(cookie.split('=')[1] ?? '')
    if (!found) throw new Error('There is no such session.')
    return found
  }

  return {
    findSession: async (token) => sessions.get(token),
    signIn(userId) {
      count += 1
      const token = createHash('sha256').update(`${userId} ${count}`).digest('base64url')
      sessions.set(token, { id: `s${count}`, user: { id: userId, email: `${userId}@example.org` } })
      return `${SESSION_COOKIE}=${token}`
    },
    session,
    forget: (cookie) => sessions.delete(cookie.split('=')[1] ?? ''),
  }
}

/** A socket server on a free port, with the real check of Host and Origin; ends with the test. */
export async function startRealtime(clock?: Clock): Promise<RealtimeUnderTest> {
  const sessions = sessionsUnderTest()
  const clients: Socket[] = []
  let listening: Listening | undefined
  const origins = createOriginList({ port: () => listening?.port ?? 0, clientUrl: CLIENT_ORIGIN })
  const realtime = new SocketServer({
    findSession: sessions.findSession,
    checkRequest: createRequestCheck(origins),
    log: createLog({ level: 'silent', secrets: [] }, { write: () => {} }),
    ...(clock && { clock }),
  })
  const server = createServer()
  realtime.attach(server)
  listening = await listen(server, 0, ['127.0.0.1'])
  const { port, close } = listening
  const url = `http://127.0.0.1:${port}`
  onTestFinished(async () => {
    for (const client of clients) client.close()
    realtime.close()
    await close()
  })

  function client(options: ClientOptions = {}): Socket {
    const socket = io(url, { forceNew: true, reconnectionDelay: 1, autoConnect: false, ...options })
    clients.push(socket)
    return socket
  }

  return {
    ...sessions,
    realtime,
    url,
    client,
    signOut(cookie) {
      const { id } = sessions.session(cookie)
      sessions.forget(cookie)
      realtime.endSession(id)
    },
    async connect(cookie, options) {
      const socket = client({ extraHeaders: { cookie }, ...options })
      await heard(socket.connect(), 'connect')
      return socket
    },
    existingClient(cookie, options) {
      const origin = { Origin: CLIENT_ORIGIN }
      return client({
        transportOptions: {
          polling: { extraHeaders: origin },
          websocket: { extraHeaders: { ...origin, cookie } },
        },
        ...options,
      })
    },
  }
}

/** The next event of a name. */
export function heard<Payload = unknown>(socket: Socket, name: string): Promise<Payload> {
  return new Promise((resolve) => socket.once(name, resolve))
}

/** The end of the reply that `started` announces. */
export const complete = { messageId: 7, chatId: 'ada_1', fullResponse: 'Hello', contextPercent: 8 }

/** How a reply of ada begins. */
export function started(messageId: number | string = 7): ServerEvent<'chat-started'> {
  const startedAt = '2026-03-01T10:00:00.000Z'
  return { messageId, chatId: 'ada_1', mode: 'chat', question: 'Hi', startedAt }
}

/** Joins the chat room and resolves to the acknowledgement. */
export function join(socket: Socket, userId: unknown, options?: object): Promise<Joined> {
  const values = options ? [userId, options] : [userId]
  return socket.timeout(5_000).emitWithAck('join-chat', ...values)
}

/** Everything a socket hears of chats from here on, in order. */
export function hearChats(socket: Socket): [string, unknown][] {
  const events: [string, unknown][] = []
  socket.onAny((name: string, payload: unknown) => {
    if (name.startsWith('chat-')) events.push([name, payload])
  })
  return events
}

/** Cuts the line without a word, as a lost network does. */
export function cut(socket: Socket): void {
  socket.io.engine.close()
}
