import { useState } from 'react'

interface Shown {
  readonly chatId: string | undefined
  readonly key: number
  /** The id that the new chat on this screen was given, if it was. */
  readonly begun: string | undefined
}

/**
 * A React key for the panel of a chat: another one for each chat that is opened, but the same one
 * when the new chat on the screen becomes `/chat/{id}`, which `keepFor` announces.
 */
export function usePanelKey(chatId: string | undefined) {
  const [shown, setShown] = useState<Shown>({ chatId, key: 0, begun: undefined })

  if (shown.chatId !== chatId) {
    const isSame = shown.chatId === undefined && chatId === shown.begun
    setShown({ chatId, key: isSame ? shown.key : shown.key + 1, begun: undefined })
  }

  return {
    key: shown.key,
    keepFor: (begun: string) => setShown((before) => ({ ...before, begun })),
  }
}
