import type { Mode } from '@shortlist/contracts/chat'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { useMode } from '../settings/settings.ts'
import { readUnsent, writeUnsent } from '../unsent.ts'

/**
 * What the chat panel of a screen shows. A new chat has an id from the start and keeps it when it
 * becomes `/chat/{id}`, so that the id serves as the React key of the panel; each return to a new chat
 * makes another one. A chat begins with the mode that was chosen last and keeps its own from then on;
 * only a choice of the user is remembered for later chats.
 */
export function useShownChat(userId: string | null, named: string | undefined) {
  const [lastChosen, setLastChosen] = useMode()
  const open = () => ({ named, chatId: named ?? `${userId}_${Date.now()}`, mode: lastChosen })
  const [shown, setShown] = useState(open)

  if (shown.named !== named) setShown(shown.chatId === named ? { ...shown, named } : open)

  return {
    chatId: shown.chatId,
    isNew: named === undefined,
    mode: shown.mode,
    onModeChange(mode: Mode, cause: 'chosen' | 'stored'): void {
      setShown((before) => ({ ...before, mode }))
      if (cause === 'chosen') setLastChosen(mode)
    },
  }
}

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
