import type { ServerEventName } from '@shortlist/contracts/events'
import type { Server } from 'socket.io'
import type { Dialect } from './pace-frames.ts'
import type { Screen } from './screen.ts'
import { socketScreen } from './socket-screen.ts'

type Room = 'sync' | Dialect

const chatRooms: readonly Room[] = ['full', 'delta']
const syncRooms: readonly Room[] = ['sync']

/** Who has joined what, by account. A room has an account in its name and never a client's word. */
export class Rooms {
  readonly #io: Server
  readonly #screens = new WeakMap<object, Screen>()

  constructor(io: Server) {
    this.#io = io
  }

  join(userId: string, room: Room, socketId: string): void {
    const { adapter } = this.#io.of('/')
    for (const other of room === 'sync' ? [] : chatRooms)
      adapter.del(socketId, nameOf(userId, other))
    adapter.addAll(socketId, new Set([nameOf(userId, room)]))
  }

  has(userId: string, room: Room, socketId: string): boolean {
    return this.#ids(userId, room)?.has(socketId) ?? false
  }

  leave(userId: string, room: Room, socketId: string): void {
    this.#io.of('/').adapter.del(socketId, nameOf(userId, room))
  }

  /** The screens in a room of an account. */
  in(userId: string, room: Room): readonly Screen[] {
    const ids = this.#ids(userId, room)
    return ids ? [...ids].flatMap((id) => this.screen(id) ?? []) : []
  }

  /** The screens that an event is meant for. */
  hearing(userId: string, name: ServerEventName): readonly Screen[] {
    const rooms = name.startsWith('chat-') ? chatRooms : syncRooms
    return rooms.flatMap((room) => this.in(userId, room))
  }

  screen(socketId: string): Screen | undefined {
    const socket = this.#io.of('/').sockets.get(socketId)
    if (!socket) return undefined
    const known = this.#screens.get(socket) ?? socketScreen(socket)
    this.#screens.set(socket, known)
    return known
  }

  #ids(userId: string, room: Room): ReadonlySet<string> | undefined {
    return this.#io.of('/').adapter.rooms.get(nameOf(userId, room))
  }
}

function nameOf(userId: string, room: Room): string {
  return `${room}:${userId}`
}
