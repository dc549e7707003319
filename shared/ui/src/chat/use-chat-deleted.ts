import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../client-provider.tsx'
import { readUnsent, writeUnsent } from '../unsent.ts'

/**
 * Tells when the chat on the screen is deleted, whichever client does it. What was typed into it and
 * not sent then waits in the new chat.
 */
export function useChatDeleted(chatId: string | undefined, onDeleted: () => void): void {
  const client = useClient()

  const hear = useEffectEvent((deleted: string | undefined) => {
    if (chatId === undefined || (deleted !== undefined && deleted !== chatId)) return
    moveUnsent(chatId)
    onDeleted()
  })
  useEffect(() => client.on('chats-removed', ({ chatId: deleted }) => hear(deleted)), [client])
}

/** Hands the unsent text of a chat that is gone to the new chat, unless that has one of its own. */
export function moveUnsent(left: string): void {
  const text = readUnsent('chat', left)
  if (text !== null && readUnsent('chat', 'new') === null) writeUnsent('chat', 'new', text)
}
