import type { Mode } from '@shortlist/contracts/chat'
import { useState } from 'react'
import { useMode } from '../settings/settings.ts'

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
