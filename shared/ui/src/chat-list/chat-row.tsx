import type { ChatListItem } from '@shortlist/contracts/chat'
import { MessageSquare, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { dayLabel } from './group-chats.ts'

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

interface ChatRowProps {
  readonly chat: ChatListItem
  readonly href: string
  readonly onOpen: (chatId: string) => void
  readonly onDelete: (chat: ChatListItem) => void
}

/** One chat of the list: all of it is one link, beside the button that deletes it. */
export function ChatRow({ chat, href, onOpen, onDelete }: ChatRowProps) {
  const last = new Date(chat.lastMessage)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(chat.id)
  }

  return (
    <div className="group relative grid grid-cols-[36px_minmax(0,1fr)_auto_36px] items-center gap-3 bg-surface py-3 pr-3 pl-4 transition-colors duration-(--t-fast) hover:bg-surface-2 max-[420px]:grid-cols-[36px_minmax(0,1fr)_36px] max-[420px]:pr-2 max-[420px]:pl-3">
      <span className="grid size-9 place-items-center rounded-md bg-surface-2 text-text-2 transition-colors duration-(--t-fast) group-hover:bg-surface-3">
        <MessageSquare aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0">
        <a
          href={href}
          onClick={open}
          className="block truncate font-medium text-text no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-[inherit] focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {chat.title ?? <span className="shimmer-text">{copy.chatList.untitled}</span>}
        </a>
        <p className="truncate text-caption text-text-3">
          {dayLabel(last)} · {copy.chatList.messageCount(chat.messageCount)}
        </p>
      </div>
      <time
        dateTime={chat.lastMessage}
        className="text-caption text-text-3 tabular-nums max-[420px]:hidden"
      >
        {times.format(last)}
      </time>
      <Button
        variant="ghost"
        size="icon"
        aria-label={copy.chatList.deleteLabel(chat.title ?? copy.chatList.untitledName)}
        onClick={() => onDelete(chat)}
        className="relative opacity-60 group-hover:opacity-100 focus-visible:opacity-100 enabled:hover:bg-surface-3 pointer-coarse:opacity-100"
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
