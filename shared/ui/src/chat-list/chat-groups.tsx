import type { ChatListItem } from '@shortlist/contracts/chat'
import { isToday, isYesterday } from 'date-fns'
import { type ReactNode, useId } from 'react'
import { copy } from '../copy.ts'

interface ChatGroup {
  /** Today, Yesterday or Earlier. */
  readonly label: string
  /** At least one, in the order of the list. */
  readonly chats: readonly ChatListItem[]
}

/** Chats by the day of their last message, in the order of the list; empty groups are left out. */
export function groupChats(chats: readonly ChatListItem[]): readonly ChatGroup[] {
  const groups = Map.groupBy(chats, ({ lastMessage }) => {
    return nearDay(new Date(lastMessage)) ?? copy.chatList.earlier
  })
  return [...groups].map(([label, members]) => ({ label, chats: members }))
}

function nearDay(date: Date): string | null {
  if (isToday(date)) return copy.chatList.today
  return isYesterday(date) ? copy.chatList.yesterday : null
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The day of a chat by the calendar of the user's zone: Today, Yesterday or a locale date. */
export function dayLabel(date: Date): string {
  return nearDay(date) ?? dates.format(date)
}

export type RenderChat = (chat: ChatListItem) => ReactNode

export interface ChatGroupsProps {
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
