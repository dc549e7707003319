import type { MessageId } from '@shortlist/contracts/chat'
import type { FullChunk, ServerEvent, ServerEventName } from '@shortlist/contracts/events'
import type { Health } from '@shortlist/contracts/health'
import type { z } from 'zod'
import type { Abilities, Connection } from './abilities.ts'
import type { Accounts } from './accounts.ts'
import type { Calendar } from './calendar.ts'
import type { Chats } from './chats.ts'
import type { Folders } from './folders.ts'
import type { Mail } from './mail.ts'
import type { AccountSettings } from './settings.ts'
import type { TodayCalls } from './today.ts'

export type { RunningReply } from './chats.ts'
export type { FileToUpload } from './folders.ts'

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

/** The one port a screen has to the world. Every call throws `CallFailed`. */
export interface AssistantClient {
  readonly abilities: Abilities
  readonly accounts: Accounts
  readonly chats: Chats
  readonly folders: Folders
  readonly mail: Mail
  readonly calendar: Calendar
  readonly settings: AccountSettings
  readonly today: TodayCalls
  health(): Promise<Health>
  /** Hears one kind of event until the returned function is called. */
  on<Name extends keyof ClientEvents>(
    name: Name,
    hear: (event: ClientEvents[Name]) => void,
  ): () => void
  /** Hears the connection state, at once and at each change. */
  watchConnection(hear: (connection: Connection) => void): () => void
  /** Asks the daemon right now whether it is there. */
  retryConnection(): Promise<void>
  /**
   * Hears no more events, as where a host turns to another daemon. The session of the account
   * stays; a closed client is not used again.
   */
  close(): void
}

/** What a client tells by itself, and who hears it. */
export interface EventHub extends Pick<AssistantClient, 'on'> {
  emit<Name extends keyof ClientEvents>(name: Name, event: ClientEvents[Name]): void
}

/** Passes events on to whoever listens at that moment, in the order of their coming. */
export function createEventHub(): EventHub {
  const target = new EventTarget()
  return {
    on(name, hear) {
      // a function of its own, so that the same one can listen twice and leave once
      const entry = (event: Event) => hear((event as CustomEvent).detail)
      target.addEventListener(name, entry)
      return () => target.removeEventListener(name, entry)
    },
    emit(name, detail) {
      target.dispatchEvent(new CustomEvent(name, { detail }))
    },
  }
}
