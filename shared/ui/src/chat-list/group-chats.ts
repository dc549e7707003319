import type { ChatListItem } from '@shortlist/contracts/chat'
import { isToday, isYesterday } from 'date-fns'
import { copy } from '../copy.ts'

export interface ChatGroup {
  /** Today, Yesterday or Earlier. */
  readonly label: string
  /** At least one, in the order of the list. */
  readonly chats: readonly ChatListItem[]
}

/** Chats by the day of their last message, in the order of the list; empty groups are left out. */
export function groupChats(chats: readonly ChatListItem[]): readonly ChatGroup[] {
  const groups = Map.groupBy(chats, ({ lastMessage }) => groupOf(new Date(lastMessage)))
  return [...groups].map(([label, members]) => ({ label, chats: members }))
}

function groupOf(date: Date): string {
  if (isToday(date)) return copy.chatList.today
  return isYesterday(date) ? copy.chatList.yesterday : copy.chatList.earlier
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The day of a chat by the calendar of the user's zone: Today, Yesterday or a locale date. */
export function dayLabel(date: Date): string {
  if (isToday(date)) return copy.chatList.today
  if (isYesterday(date)) return copy.chatList.yesterday
  return dates.format(date)
}
