import {
  Adapter,
  type BroadcastOptions,
  type Session,
  SessionAwareAdapter,
} from 'socket.io-adapter'

/** Milliseconds within which a dropped connection is taken up again. */
export const RECOVERY_MS = 2 * 60_000

type Kept = Parameters<SessionAwareAdapter['persistSession']>[0]

interface Dropped {
  readonly session: Kept
  readonly at: number
}

/**
 * Connection recovery that keeps no chat event and restores only what `mayRestore` allows: socket.io
 * sends the packets that a client missed before any of our code is asked. What it missed of a chat is
 * sent again on joining, so a client comes back even when the packet it last saw is long forgotten.
 */
export function recoveryAdapter(
  mayRestore: (data: unknown) => Promise<boolean>,
  now: () => number,
): typeof Adapter {
  return class extends SessionAwareAdapter {
    readonly #dropped = new Map<string, Dropped>()

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
