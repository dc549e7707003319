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
const syncChannels: readonly Channel[] = ['sync']

/** Packets that may wait for a slow reader before frames are left out. */
const WAITING_PACKETS = 4

/** Who has joined what, by account. A channel has an account in its name and never a client's word. */
export class Screens {
  readonly #io: Server

  constructor(io: Server) {
    this.#io = io
  }

  join(userId: string, channel: Channel, socketId: string): void {
    const { adapter } = this.#io.of('/')
    for (const other of channel === 'sync' ? [] : chatChannels)
      adapter.del(socketId, nameOf(userId, other))
    adapter.addAll(socketId, new Set([nameOf(userId, channel)]))
  }

  has(userId: string, channel: Channel, socketId: string): boolean {
    return this.#ids(userId, channel)?.has(socketId) ?? false
  }

  leave(userId: string, channel: Channel, socketId: string): void {
    this.#io.of('/').adapter.del(socketId, nameOf(userId, channel))
  }

  /** The screens of an account that have joined a channel. */
  in(userId: string, channel: Channel): readonly Screen[] {
    const ids = this.#ids(userId, channel)
    return ids ? [...ids].flatMap((id) => this.screen(id) ?? []) : []
  }

  /** The screens that an event is meant for. */
  hearing(userId: string, name: ServerEventName): readonly Screen[] {
    const channels = name.startsWith('chat-') ? chatChannels : syncChannels
    return channels.flatMap((channel) => this.in(userId, channel))
  }

  screen(socketId: string): Screen | undefined {
    const socket = this.#io.of('/').sockets.get(socketId)
    return socket && screenOf(socket)
  }

  #ids(userId: string, channel: Channel): ReadonlySet<string> | undefined {
    return this.#io.of('/').adapter.rooms.get(nameOf(userId, channel))
  }
}

function nameOf(userId: string, channel: Channel): string {
  return `${channel}:${userId}`
}

function screenOf(socket: Socket): Screen {
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
