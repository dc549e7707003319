import type { ClientEvents } from '@shortlist/client/assistant-client'
import type { MessageId } from '@shortlist/contracts/chat'
import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { useClient } from '../client-provider.tsx'
import type { ChatChange } from './chat-state.ts'
import { paceChunks } from './pace-chunks.ts'

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

/** Turns the events of one chat into changes of its log. */
export function useChatEvents({ chatId, change, onEnd, onSynced }: Hearing): void {
  const client = useClient()
  const hearEnd = useEffectEvent(onEnd)
  const hearSynced = useEffectEvent(onSynced)

  useEffect(() => {
    const pace = paceChunks((chunk) => change({ type: 'chunk', ...chunk }))

    function hear<Name extends ChatEventName>(
      name: Name,
      take: (event: ClientEvents[Name]) => void,
    ): () => void {
      return client.on(name, (event) => {
        if (event.chatId === chatId) take(event)
      })
    }

    function end(messageId: MessageId, isComplete: boolean, ended: ChatChange): void {
      pace.drop(messageId)
      hearEnd({ messageId, isComplete })
      change(ended)
    }

    const stopHearing = [
      hear('chat-started', (event) => change({ type: 'started', ...event })),
      hear('chat-chunk', pace.add),
      hear('chat-complete', (event) =>
        end(event.messageId, true, { type: 'complete', ...event, at: Date.now() }),
      ),
      hear('chat-stopped', (event) =>
        end(event.messageId, false, { type: 'stopped', ...event, at: Date.now() }),
      ),
      hear('chat-error', (event) => end(event.messageId, false, { type: 'failed', ...event })),
      client.on('synced', hearSynced),
      pace.stop,
    ]
    return () => {
      for (const stop of stopHearing) stop()
    }
  }, [client, chatId, change])
}
