import { useCallback, useState } from 'react'
import { readUnsent, writeUnsent } from '../unsent.ts'

/** The text in the box of a chat; it survives leaving the chat and coming back. */
export function useDraft(chat: string) {
  const [draft, setText] = useState(() => readUnsent('chat', chat) ?? '')

  const setDraft = useCallback(
    (text: string) => {
      setText(text)
      writeUnsent('chat', chat, text || null)
    },
    [chat],
  )

  return { draft, setDraft }
}
