import type { Socket } from 'socket.io'
import type { Screen } from './screen.ts'

/** Packets that may wait for a slow reader before frames are left out. */
const WAITING_PACKETS = 4

/** What engine.io has but does not declare. */
interface EngineConnection {
  readonly id: string
  readonly writeBuffer: readonly unknown[]
}

/** A socket as a screen. */
export function socketScreen(socket: Socket): Screen {
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

/** The id and the waiting packets of a connection. */
export function engineConnection(connection: Socket['conn']): EngineConnection {
  return connection as unknown as EngineConnection
}
