import {
  ConnectRefusal,
  Joined,
  type ServerEvent,
  type ServerEventName,
  serverEvents,
} from '@shortlist/contracts/events'
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import type { EventHub } from '../assistant-client.ts'
import { RunningReplies } from '../chats.ts'
import { LeastAnalysis } from '../mail.ts'
import { orDefaults } from './read-calls.ts'
import type { ConnectionWatch } from './watch-connection.ts'

/** How long to wait before a socket that the library has given up is tried again, in milliseconds. */
const TRY_AGAIN = 1000

/** How long to wait where the daemon takes no further socket of this account, in milliseconds. */
const TRY_CROWDED = 5000

interface Hearing {
  readonly baseUrl: string
  readonly userId: string
  readonly hub: EventHub
  readonly connection: ConnectionWatch
}

/**
 * Hears the daemon's events on behalf of a signed-in account and passes on those that fit their
 * contract, with chunks put together. The socket library is loaded at this moment.
 */
export function listen({ baseUrl, userId, hub, connection }: Hearing) {
  const running = new RunningReplies()
  let socket: Socket | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let wasLost = false
  let isRefused = false
  let isClosed = false

  async function open(): Promise<void> {
    try {
      const { io } = await import('socket.io-client')
      if (isClosed) return
      // polling first, as by default: only that carries the cookie from every kind of host
      socket = io(baseUrl, { withCredentials: true, forceNew: true })
    } catch {
      if (isClosed) return
      connection.socketLost()
      again = setTimeout(open, TRY_AGAIN)
      return
    }
    follow(socket)
    pass(socket, running, hub)
  }

  function follow(opened: Socket): void {
    opened.on('connect', () => {
      isRefused = false
      connection.socketFound()
      if (wasLost) hub.emit('reconnected', {})
      wasLost = false
      join(opened)
    })
    opened.on('connect_error', (error) => {
      isRefused = isCrowded(error)
      if (!isRefused) {
        connection.socketLost()
        return
      }
      wasLost = true
      connection.socketRefused()
      // the library comes back by itself, except after a refusal
      again = setTimeout(() => opened.connect(), TRY_CROWDED)
    })
    opened.on('disconnect', (reason) => {
      wasLost = true
      if (reason !== 'io client disconnect') connection.socketLost()
      // and except after a goodbye of the server
      if (reason === 'io server disconnect') again = setTimeout(() => opened.connect(), TRY_AGAIN)
    })
  }

  /** At every connection, because a new one may know nothing of the last. */
  function join(opened: Socket): void {
    opened.emit('join-chat', userId, { stream: 'delta' }, (answer: unknown) => {
      const joined = Joined.safeParse(answer).data
      if (!joined?.ok) return
      running.keep(joined.running)
      hub.emit('synced', { running: joined.running })
    })
    opened.emit('join-sync-updates', userId)
  }

  void open()
  return {
    running,
    close() {
      isClosed = true
      clearTimeout(again)
      socket?.disconnect()
      // nobody misses what would have arrived
      if (isRefused) connection.socketFound()
    },
  }
}

function isCrowded(error: Error): boolean {
  return ConnectRefusal.safeParse('data' in error && error.data).success
}

type Told = {
  [Name in ServerEventName]: { readonly name: Name; readonly event: ServerEvent<Name> }
}[ServerEventName]

function pass(socket: Socket, running: RunningReplies, hub: EventHub): void {
  for (const [name, schema] of Object.entries(leastEvents)) {
    socket.on<string>(name, (payload: unknown) => {
      const event = schema.safeParse(payload)
      // the compiler does not see that a name and its schema belong together
      if (event.success) take({ name, event: event.data } as Told)
    })
  }

  function take({ name, event }: Told): void {
    switch (name) {
      case 'chat-chunk': {
        const { messageId } = event
        const added = running.add(event)
        if (added === 'resync') socket.emit('chat-resync', { messageId })
        else if (added)
          hub.emit(name, { messageId, chatId: added.chatId, fullResponse: added.text })
        return
      }
      case 'chat-started':
        running.start(event)
        break
      case 'chat-complete':
      case 'chat-stopped':
      case 'chat-error':
        running.end(event.messageId)
    }
    hub.emit(name, event)
  }
}

/**
 * The events as the contract has them, with what may be left out of one that keeps to the
 * specification; a count of 0 means one more than before.
 */
const leastEvents: Readonly<Record<ServerEventName, z.ZodType>> = {
  ...serverEvents,
  'chat-complete': orDefaults(
    serverEvents['chat-complete'].extend({ contextPercent: z.coerce.number() }),
    { fullResponse: '', contextPercent: 0 },
  ),
  'chat-error': orDefaults(serverEvents['chat-error'], { error: '' }),
  'email-analyzed': orDefaults(serverEvents['email-analyzed'].extend({ analysis: LeastAnalysis }), {
    analyzedCount: 0,
  }),
  'sync-complete': orDefaults(serverEvents['sync-complete'], () => ({
    totalFetched: 0,
    newStored: 0,
    analyzed: 0,
    failed: 0,
    eventsCreated: 0,
    lastSync: new Date().toISOString(),
  })),
}
