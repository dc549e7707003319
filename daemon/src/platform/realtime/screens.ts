import type { ServerEvent, ServerEventName } from '@shortlist/contracts/events'
import type { Server, Socket } from 'socket.io'
import { engineConnection } from './connections.ts'

/** `full` frames carry the whole text so far, `delta` frames what is new. */
export type Dialect = 'full' | 'delta'

/** One joined socket. */
export interface Screen {
  readonly id: string
  /** It reads more slowly than it is sent to: whatever can be left out should be. */
  readonly isBehind: boolean
  send<Name extends ServerEventName>(name: Name, payload: ServerEvent<Name>): void
}

/** What a socket joins: the events of mail, or those of chats in one dialect. */
export type Channel = 'sync' | Dialect

const chatChannels: readonly Channel[] = ['full', 'delta']

/** Packets that may wait for a slow reader before frames are left out. */
const WAITING_PACKETS = 4

/** What joining a channel means to the library: the name has an account in it and never a client's word. */
export function roomOf(userId: string, channel: Channel): string {
  return `${channel}:${userId}`
}

/** Joins a channel; a socket hears of chats in one dialect alone. */
export function join(socket: Socket, userId: string, channel: Channel): void {
  for (const other of channel === 'sync' ? [] : chatChannels) socket.leave(roomOf(userId, other))
  socket.join(roomOf(userId, channel))
}

/** The screens of an account that have joined a channel. */
export function screensIn(io: Server, userId: string, channel: Channel): readonly Screen[] {
  const { adapter, sockets } = io.of('/')
  return [...(adapter.rooms.get(roomOf(userId, channel)) ?? [])].flatMap((id) => {
    const socket = sockets.get(id)
    return socket ? screenOf(socket) : []
  })
}

/** The screens that an event is meant for. */
export function screensHearing(io: Server, userId: string, name: ServerEventName) {
  const channels = name.startsWith('chat-') ? chatChannels : (['sync'] as const)
  return channels.flatMap((channel) => screensIn(io, userId, channel))
}

export function screenOf(socket: Socket): Screen {
  return {
    id: socket.id,
    get isBehind() {
      return engineConnection(socket.conn).writeBuffer.length > WAITING_PACKETS
    },
    send(name, payload) {
      socket.emit(name, payload)
    },
  }
}

/** How long an event is repeated to a screen that joins in a dialect, in milliseconds. */
const HELD_MS = { full: 2 * 60_000, delta: 10 * 60_000 } satisfies Record<Dialect, number>

const EVENTS_PER_ACCOUNT = 200
const CHARACTERS_PER_ACCOUNT = 2_000_000

interface Held {
  readonly name: ServerEventName
  readonly payload: ServerEvent<ServerEventName>
  readonly at: number
  /** Screens that were sent it. */
  readonly heardBy: Set<string>
}

/**
 * What was lately said once and for all (ends and titles), by account, so that a screen which joins
 * afterwards still hears it (wire contract, T1). Bounded in age, number and size.
 */
export class HeldEvents {
  /** Oldest first. */
  readonly #accounts = new Map<string, Held[]>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  keep<Name extends ServerEventName>(
    userId: string,
    name: Name,
    payload: ServerEvent<Name>,
    heardBy: readonly Screen[],
  ): void {
    const held = this.#accounts.get(userId) ?? []
    const ids = new Set(heardBy.map(({ id }) => id))
    held.push({ name, payload, at: this.#now(), heardBy: ids })
    while (held.length > EVENTS_PER_ACCOUNT || sizeOf(held) > CHARACTERS_PER_ACCOUNT) held.shift()
    this.#accounts.set(userId, held)
  }

  /** Sends a screen what it has not heard, oldest first, unless that is too old for its dialect. */
  repeat(userId: string, screen: Screen, dialect: Dialect): void {
    for (const held of this.#accounts.get(userId) ?? []) {
      if (held.heardBy.has(screen.id) || this.#now() - held.at > HELD_MS[dialect]) continue
      held.heardBy.add(screen.id)
      screen.send(held.name, held.payload)
    }
  }

  /** The same of what it has heard, too. */
  repeatAll(userId: string, screen: Screen, dialect: Dialect): void {
    for (const held of this.#accounts.get(userId) ?? []) held.heardBy.delete(screen.id)
    this.repeat(userId, screen, dialect)
  }

  /** Sends a screen every held event of a message again. */
  repeatMessage(userId: string, screen: Screen, messageId: unknown): void {
    for (const { name, payload } of this.#accounts.get(userId) ?? []) {
      if ('messageId' in payload && payload.messageId === messageId) screen.send(name, payload)
    }
  }

  /** Forgets what is too old for everybody. */
  sweep(): void {
    for (const [userId, held] of this.#accounts) {
      while (held[0] && this.#now() - held[0].at > HELD_MS.delta) held.shift()
      if (held.length === 0) this.#accounts.delete(userId)
    }
  }
}

function sizeOf(held: readonly Held[]): number {
  return held.reduce((sum, { payload }) => {
    return sum + (('fullResponse' in payload && payload.fullResponse?.length) || 0)
  }, 0)
}
