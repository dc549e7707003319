import type { ChatListItem, MessageId } from '@shortlist/contracts/chat'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askAnew, useClient, useEvents, useRefreshOn } from '../client-provider.tsx'

/** Where the chat list lies in the query cache; hosts invalidate or empty it under this key. */
export const chatListKey = ['chats', 'list'] as const

/** Events after which the list differs, whichever client has caused them. */
const changes = [
  'chat-started',
  'chat-complete',
  'chat-stopped',
  'chat-error',
  'chat-titled',
  'chats-removed',
] as const

/** The chats of the account, newest first; asked for anew when any client has changed one. */
export function useChatList() {
  const client = useClient()
  const cache = useQueryClient()
  const [begun] = useState(() => new Set<MessageId>())

  useRefreshOn(chatListKey, changes)
  useEvents({
    // a reply may be announced before its question is stored; by its first words it is
    'chat-chunk'({ messageId }) {
      if (!begun.has(messageId)) void askAnew(cache, { queryKey: chatListKey })
      begun.add(messageId)
    },
  })

  return useQuery({ queryKey: chatListKey, queryFn: () => client.chats.list() })
}

/** Deletes a chat: its row goes at once and comes back when the call fails. */
export function useDeleteChat(onError: (error: unknown) => void) {
  const client = useClient()
  const cache = useQueryClient()

  return useMutation({
    mutationFn: (chatId: string) => client.chats.delete(chatId),
    async onMutate(chatId) {
      await cache.cancelQueries({ queryKey: chatListKey })
      const before = cache.getQueryData<readonly ChatListItem[]>(chatListKey)
      cache.setQueryData<readonly ChatListItem[]>(chatListKey, (chats) =>
        chats?.filter((chat) => chat.chatId !== chatId),
      )
      return { before }
    },
    onError(error, _chatId, context) {
      cache.setQueryData(chatListKey, context?.before)
      onError(error)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: chatListKey }),
  })
}
