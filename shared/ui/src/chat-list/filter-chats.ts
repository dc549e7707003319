import type { ChatListItem } from '@shortlist/contracts/chat'

/** The chats whose title or first message holds every word of `filter`, in any letter case. */
export function filterChats(
  chats: readonly ChatListItem[],
  filter: string,
): readonly ChatListItem[] {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return chats
  return chats.filter(({ title, preview }) => {
    const text = `${title ?? ''}\n${preview}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}
