import { useCallback, useState } from 'react'
import { readDraft, writeDraft } from './draft.ts'

/** The text in the box of a chat; it survives leaving the chat and coming back. */
export function useDraft(chat: string) {
  const [draft, setText] = useState(() => readDraft(chat))

  const setDraft = useCallback(
    (text: string) => {
      setText(text)
      writeDraft(chat, text)
    },
    [chat],
  )

  return { draft, setDraft }
}
