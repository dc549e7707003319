import { useState } from 'react'
import { newChatId } from './new-chat-id.ts'

/**
 * The id of the chat on the screen. A new chat keeps the id it was given here when its host begins
 * to name it; each later return to a new chat gets a fresh one.
 */
export function useChatId(userId: string, named: string | undefined) {
  const [made, setMade] = useState(() => newChatId(userId))
  const [last, setLast] = useState(named)

  if (named !== last) {
    setLast(named)
    if (named === undefined) setMade(newChatId(userId))
  }
  return { chatId: named ?? made, isNew: named === undefined }
}
