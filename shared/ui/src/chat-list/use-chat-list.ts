import type { ChatListItem } from '@shortlist/contracts/chat'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../client-provider.tsx'

/** Where the chat list lies in the query cache; hosts invalidate or empty it under this key. */
export const chatListKey = ['chats', 'list'] as const

/** The chats of the account, newest first; asked for anew when one got a title or a reply. */
export function useChatList() {
  const client = useClient()
  const cache = useQueryClient()

  useEffect(() => {
    const refresh = () => void cache.invalidateQueries({ queryKey: chatListKey })
    const stops = [client.on('chat-titled', refresh), client.on('chat-complete', refresh)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, cache])

  return useQuery({ queryKey: chatListKey, queryFn: () => client.chats.list() })
}

/** Deletes a chat: its row goes at once and comes back when the call fails. */
export function useRemoveChat(onError: (error: unknown) => void) {
  const client = useClient()
  const cache = useQueryClient()

  return useMutation({
    mutationFn: (chatId: string) => client.chats.remove(chatId),
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
