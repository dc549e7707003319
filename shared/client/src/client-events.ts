import type { MessageId } from '@shortlist/contracts/chat'
import type { FullChunk, ServerEvent, ServerEventName } from '@shortlist/contracts/events'
import type { z } from 'zod'

type ServerEvents = { readonly [Name in ServerEventName]: ServerEvent<Name> }

/** What screens can listen to: what the daemon tells, and what a client notices by itself. */
export interface ClientEvents extends Omit<ServerEvents, 'chat-chunk'> {
  /** Always with the whole text so far. */
  'chat-chunk': z.infer<typeof FullChunk>
  /** The socket has joined (again): only these replies run; whatever else seemed to has ended. */
  synced: { running: readonly MessageId[] }
  /** A call was refused because the session is over; nobody is signed in any more. */
  'signed-out': Record<never, never>
  /** The socket is there again after a loss; the session may have ended meanwhile. */
  reconnected: Record<never, never>
}
