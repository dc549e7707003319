import type { ServerEvent, ServerEventName, TerminalEventName } from '@shortlist/contracts/events'

/** One reply on its way to every screen of an account. Exactly one `end` closes it. */
export interface ReplyStream {
  /** Appends text; frames are paced and merged, the first one leaves at once. */
  push(text: string): void
  /** Flushes what is left and sends the terminal event; later calls do nothing. */
  end<Name extends TerminalEventName>(name: Name, payload: ServerEvent<Name>): void
}

/** The socket side of the daemon. Events go to an account; a payload never chooses one. */
export interface Realtime {
  /** Tells every screen of an account; with none joined, `chat-*` events wait at least 30 s. */
  publish<Name extends ServerEventName>(
    userId: string,
    name: Name,
    payload: ServerEvent<Name>,
  ): void
  /** Announces a reply (`chat-started`) and opens its stream; joining screens are told of it. */
  openReply(userId: string, started: ServerEvent<'chat-started'>): ReplyStream
  /** Disconnects the sockets of a revoked session. */
  endSession(sessionId: string): void
}
