import type { ChatListItem } from '@shortlist/contracts/chat'
import { WindowVirtualizer } from 'virtua'
import { cn } from '../primitives/class-names.ts'
import type { RenderChat } from './chat-groups.tsx'
import type { ChatGroup } from './group-chats.ts'

interface WindowedChatGroupsProps {
  readonly groups: readonly ChatGroup[]
  readonly renderChat: RenderChat
}

/** As `ChatGroups`, for long lists: only the rows near the visible part of the page exist. */
export function WindowedChatGroups({ groups, renderChat }: WindowedChatGroupsProps) {
  return (
    <WindowVirtualizer as="ul" item="li" bufferSize={600}>
      {groups.flatMap(({ label, chats }, group) => [
        <h3
          key={label}
          className={cn('pb-2 text-caption font-semibold text-text-3', group > 0 && 'pt-5')}
        >
          {label}
        </h3>,
        ...chats.map((chat, index) => (
          <div key={chat.id} className={borders(chats, index)}>
            {renderChat(chat)}
          </div>
        )),
      ])}
    </WindowVirtualizer>
  )
}

/** Together the rows of a group look like one bordered list. */
function borders(chats: readonly ChatListItem[], index: number): string {
  return cn(
    'overflow-hidden border border-border',
    index === 0 ? 'rounded-t-lg' : 'border-t-0',
    index === chats.length - 1 && 'rounded-b-lg',
  )
}
