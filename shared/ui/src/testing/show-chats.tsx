import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import type { StoredMessage } from '@shortlist/contracts/chat'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { type Mock, vi } from 'vitest'
import { ChatList, type ChatListProps } from '../chat-list/chat-list.tsx'
import { ClientContext } from '../client-provider.tsx'
import { Toasts } from '../toasts/toasts.tsx'

/** The time at which the test began. */
export const now = new Date()

/** So many messages of one time, in place of a conversation. */
export function messages(count: number, date = now): StoredMessage[] {
  const message = { role: 'user', content: 'Hi', timestamp: date.toISOString() } as const
  return Array.from({ length: count }, () => message)
}

/** A list of chats and all around it. */
export interface ShownChats extends FakeClient {
  readonly onOpen: Mock<ChatListProps['onOpen']>
  readonly onNewChat: Mock<ChatListProps['onNewChat']>
  readonly show: () => void
  readonly user: UserEvent
}

/** A list of chats that is shown by `show`, with the client behind it and what its host hears. */
export function showList(
  chats: Record<string, StoredMessage[]>,
  titles: Record<string, string> = {},
): ShownChats {
  const fake = createFakeClient({ messages: chats })
  for (const [chatId, title] of Object.entries(titles)) fake.chats.setTitle(chatId, title)
  const host = { onOpen: vi.fn(), onNewChat: vi.fn() }
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const show = () =>
    render(
      <QueryClientProvider client={cache}>
        <ClientContext value={fake.client}>
          <ChatList hrefOf={(chatId) => `/chat/${chatId}`} {...host} />
          <Toasts />
        </ClientContext>
      </QueryClientProvider>,
    )
  return { ...fake, ...host, show, user: userEvent.setup() }
}
