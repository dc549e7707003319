import { readDraft } from '@shortlist/ui/chat/draft'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { notify } from '@shortlist/ui/toasts/notify'
import { useEffect, useEffectEvent, useState } from 'react'
import { panelCopy } from '../panel-copy.ts'

/**
 * Leaves a chat that no longer exists: one that another client deletes, and one that was deleted
 * since a panel had it open. What was typed into it and never sent keeps it.
 */
export function useChatRemoved(chatId: string | undefined, leave: () => void): void {
  const client = useClient()
  const [remembered] = useState(chatId)

  const hearRemoval = useEffectEvent((removed: string | undefined) => {
    if (chatId === undefined || (removed !== undefined && removed !== chatId)) return
    leave()
    notify('error', panelCopy.chatRemoved)
  })
  useEffect(
    () => client.on('chats-removed', ({ chatId: removed }) => hearRemoval(removed)),
    [client],
  )

  const leaveMissing = useEffectEvent(() => {
    if (remembered !== undefined && remembered === chatId && !readDraft(remembered)) leave()
  })
  useEffect(() => {
    if (remembered === undefined) return
    let isWanted = true
    client.chats.list().then(
      (chats) => isWanted && chats.every(({ id }) => id !== remembered) && leaveMissing(),
      // the conversation itself says what is wrong
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [client, remembered])
}
