import type { ChatListItem } from '@shortlist/contracts/chat'
import { type ReactNode, useId } from 'react'
import type { ChatGroup } from './group-chats.ts'

export type RenderChat = (chat: ChatListItem) => ReactNode

interface ChatGroupsProps {
  readonly groups: readonly ChatGroup[]
  readonly renderChat: RenderChat
}

/** All chats, one bordered list for each group. */
export function ChatGroups({ groups, renderChat }: ChatGroupsProps) {
  return groups.map((group) => <Group key={group.label} group={group} renderChat={renderChat} />)
}

function Group({ group, renderChat }: { group: ChatGroup; renderChat: RenderChat }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-5 first:mt-0">
      <h3 id={id} className="mb-2 text-caption font-semibold text-text-3">
        {group.label}
      </h3>
      <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border">
        {group.chats.map((chat) => (
          <li key={chat.id}>{renderChat(chat)}</li>
        ))}
      </ul>
    </section>
  )
}
