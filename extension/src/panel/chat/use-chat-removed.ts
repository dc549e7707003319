import { useClient } from '@shortlist/ui/client-provider.tsx'
import { notify } from '@shortlist/ui/toasts/notify'
import { readUnsent, writeUnsent } from '@shortlist/ui/unsent'
import { useEffect, useEffectEvent, useState } from 'react'
import { panelCopy } from '../panel-copy.ts'
import type { Place } from '../use-place.ts'

/**
 * Leaves a chat that no longer exists: one that any client deletes, and one that was deleted since
 * a panel had it open. What was typed into it and not sent goes to the new chat.
 */
export function useChatRemoved({ chatId, hasList, dropChat }: Place): void {
  const client = useClient()
  const [remembered] = useState(chatId)

  function leave(left: string): void {
    const draft = readUnsent('chat', left)
    if (draft && !readUnsent('chat', 'new')) writeUnsent('chat', 'new', draft)
    dropChat()
  }

  const hearRemoval = useEffectEvent((removed: string | undefined) => {
    if (chatId === undefined || (removed !== undefined && removed !== chatId)) return
    leave(chatId)
    if (!hasList) notify('error', panelCopy.chatRemoved)
  })
  useEffect(
    () => client.on('chats-removed', ({ chatId: removed }) => hearRemoval(removed)),
    [client],
  )

  const leaveMissing = useEffectEvent((missing: string) => {
    if (missing === chatId) leave(missing)
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
