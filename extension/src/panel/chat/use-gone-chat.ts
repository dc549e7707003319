import { moveUnsent, useChatRemoved } from '@shortlist/ui/chat/use-chat-removed'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { notify } from '@shortlist/ui/toasts/notify'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Place } from '../use-place.ts'

/**
 * Leaves a chat that no longer exists: one that any client deletes, and one that was deleted since
 * a panel had it open.
 */
export function useGoneChat({ chatId, hasList, dropChat }: Place): void {
  const client = useClient()
  const [remembered] = useState(chatId)

  useChatRemoved(chatId, () => {
    dropChat()
    if (!hasList) notify('error', copy.chat.removed)
  })

  const leaveMissing = useEffectEvent((missing: string) => {
    if (missing !== chatId) return
    moveUnsent(missing)
    dropChat()
  })
  useEffect(() => {
    if (remembered === undefined) return
    let isWanted = true
    client.chats.list().then(
      (chats) => {
        if (isWanted && chats.every(({ id }) => id !== remembered)) leaveMissing(remembered)
      },
      // the conversation itself says what is wrong
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [client, remembered])
}
