import type { MessageId } from '@shortlist/contracts/chat'
import type { ServerEvent, ServerEventName } from '@shortlist/contracts/events'
import type { Realtime } from '../src/platform/realtime/realtime.ts'

/** One thing that an account was told. Pieces of a reply are told as full frames, unpaced. */
export interface Told {
  readonly userId: string
  readonly name: ServerEventName
  readonly payload: ServerEvent<ServerEventName>
}

export interface RecordingRealtime extends Realtime {
  readonly told: readonly Told[]
  /** Replies of an account that have not ended. */
  running(userId: string): readonly MessageId[]
  /** Resolves when an event of this name was told, be it in the past. */
  hears(name: ServerEventName): Promise<Told>
}

/** A socket side that writes down what it is asked to tell. */
export function recordingRealtime(): RecordingRealtime {
  const told: Told[] = []
  const running = new Map<string, Set<MessageId>>()
  const waiting: { name: ServerEventName; hear: (event: Told) => void }[] = []

  function tell<Name extends ServerEventName>(
    userId: string,
    name: Name,
    payload: ServerEvent<Name>,
  ): void {
    const event = { userId, name, payload }
    told.push(event)
    for (const each of waiting.filter((waiter) => waiter.name === name)) each.hear(event)
  }

  return {
    told,
    publish: tell,
    openReply(userId, started) {
      const { messageId, chatId } = started
      const own = running.get(userId) ?? new Set()
      let text = ''
      let isOver = false
      running.set(userId, own.add(messageId))
      tell(userId, 'chat-started', started)
      return {
        push(piece) {
          text += piece
          tell(userId, 'chat-chunk', { messageId, chatId, fullResponse: text })
        },
        end(name, payload) {
          if (isOver) return
          isOver = true
          own.delete(messageId)
          tell(userId, name, payload)
        },
      }
    },
    running: (userId) => [...(running.get(userId) ?? [])],
    endSession: () => {},
    hears(name) {
      const before = told.find((event) => event.name === name)
      if (before) return Promise.resolve(before)
      return new Promise((hear) => waiting.push({ name, hear }))
    },
  }
}
