import type { Mode } from '@shortlist/contracts/chat'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { useMode } from '../settings/settings.ts'
import { readUnsent, writeUnsent } from '../unsent.ts'

interface Shown {
  readonly chatId: string | undefined
  readonly key: number
  readonly mode: Mode
  /** The id that the new chat on this screen was given, if it was. */
  readonly begun: string | undefined
}

/**
 * The React key and the mode of the chat panel on a screen. The key is another one for each chat
 * that is opened, but the same one when the new chat on the screen becomes `/chat/{id}`, which
 * `keepFor` announces. Each panel begins with the mode that was chosen last and keeps its own from
 * then on; only a choice of the user is remembered for later chats.
 */
export function useShownChat(chatId: string | undefined) {
  const [lastChosen, setLastChosen] = useMode()
  const fresh = { chatId, mode: lastChosen, begun: undefined }
  const [shown, setShown] = useState<Shown>({ ...fresh, key: 0 })

  if (shown.chatId !== chatId) {
    const isSame = shown.chatId === undefined && chatId === shown.begun
    setShown(isSame ? { ...shown, chatId, begun: undefined } : { ...fresh, key: shown.key + 1 })
  }

  return {
    key: shown.key,
    mode: shown.mode,
    keepFor: (begun: string) => setShown((before) => ({ ...before, begun })),
    changeMode(mode: Mode, cause: 'chosen' | 'stored'): void {
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
