import type { ChatListItem } from '@shortlist/contracts/chat'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Virtualizer, WindowVirtualizer } from 'virtua'
import { cn } from '../primitives/class-names.ts'
import { useTopWithin } from '../primitives/use-top-within.ts'
import type { ChatGroupsProps } from './chat-groups.tsx'

interface WindowedChatGroupsProps extends ChatGroupsProps {
  /** What scrolls the list, with one element that holds all it scrolls; left out, it is the page. */
  readonly scroller?: RefObject<HTMLElement | null> | undefined
}

/** How far below the edge rows exist before they are seen, in pixels. */
const AHEAD = 600

/** As `ChatGroups`, for long lists: only the rows near what can be seen exist. */
export function WindowedChatGroups({ groups, renderChat, scroller }: WindowedChatGroupsProps) {
  const rows = groups.flatMap(({ label, chats }, group) => [
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
  ])
  if (scroller) return <RowsWithin scroller={scroller}>{rows}</RowsWithin>
  return (
    <WindowVirtualizer as="ul" item="li" bufferSize={AHEAD}>
      {rows}
    </WindowVirtualizer>
  )
}

interface RowsWithinProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

function RowsWithin({ scroller, children }: RowsWithinProps) {
  const place = useRef<HTMLDivElement>(null)
  // what stands above the rows scrolls with them
  const startMargin = useTopWithin(scroller, place)

  return (
    <div ref={place}>
      <Virtualizer
        as="ul"
        item="li"
        bufferSize={AHEAD}
        scrollRef={scroller}
        startMargin={startMargin}
      >
        {children}
      </Virtualizer>
    </div>
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
