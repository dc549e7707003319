import type { ClientEvents } from '@shortlist/client/assistant-client'
import type { MessageId } from '@shortlist/contracts/chat'
import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { useClient } from '../client-provider.tsx'
import type { ChatChange } from './chat-state.ts'

/** Events that name a chat. */
type ChatEventName = {
  [Name in keyof ClientEvents]: ClientEvents[Name] extends { chatId: string } ? Name : never
}[keyof ClientEvents]

interface Hearing {
  readonly chatId: string
  readonly change: Dispatch<ChatChange>
  /** Before the end of a reply reaches the log. */
  readonly onEnd: (event: { messageId: MessageId; isComplete: boolean }) => void
  readonly onSynced: (event: ClientEvents['synced']) => void
}

/** Turns the events of one chat into changes of its log, at most one a frame for a reply that runs. */
export function useChatEvents({ chatId, change, onEnd, onSynced }: Hearing): void {
  const client = useClient()
  const hearEnd = useEffectEvent(onEnd)
  const hearSynced = useEffectEvent(onSynced)

  useEffect(() => {
    // each chunk holds the whole text, so one per reply and frame suffices, the newest
    const waiting = new Map<MessageId, ClientEvents['chat-chunk']>()
    let frame = 0

    function showWaiting(): void {
      frame = 0
      for (const chunk of waiting.values()) change({ type: 'chunk', ...chunk })
      waiting.clear()
    }

    function hear<Name extends ChatEventName>(
      name: Name,
      take: (event: ClientEvents[Name]) => void,
    ): () => void {
      return client.on(name, (event) => {
        if (event.chatId === chatId) take(event)
      })
    }

    function end(messageId: MessageId, isComplete: boolean, ended: ChatChange): void {
      waiting.delete(messageId)
      hearEnd({ messageId, isComplete })
      change(ended)
    }

    const stopHearing = [
      hear('chat-started', (event) => change({ type: 'started', ...event })),
      hear('chat-chunk', (chunk) => {
        waiting.set(chunk.messageId, chunk)
        frame ||= requestAnimationFrame(showWaiting)
      }),
      hear('chat-complete', (event) =>
        end(event.messageId, true, { type: 'complete', ...event, at: Date.now() }),
      ),
      hear('chat-stopped', (event) =>
        end(event.messageId, false, { type: 'stopped', ...event, at: Date.now() }),
      ),
      hear('chat-error', (event) => end(event.messageId, false, { type: 'failed', ...event })),
      client.on('synced', hearSynced),
      () => cancelAnimationFrame(frame),
    ]
    return () => {
      for (const stop of stopHearing) stop()
    }
  }, [client, chatId, change])
}
