import { CallFailed } from '@shortlist/client/call-failed'
import type { ChatListItem, Mode } from '@shortlist/contracts/chat'
import { MessageSquare, Plus, Search, X } from 'lucide-react'
import {
  type MouseEvent,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useState,
} from 'react'
import { Suggestions } from '../chat/suggestions.tsx'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { Drawing } from '../primitives/drawing.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { lazyPart } from '../primitives/lazy-part.ts'
import { Skeleton } from '../primitives/loading.tsx'
import { useLostFocus } from '../primitives/use-lost-focus.ts'
import { notify } from '../toasts/notify.ts'
import { askInNewChat } from '../unsent.ts'
import { ChatGroups, dayLabel, groupChats, type RenderChat } from './chat-groups.tsx'
import { useChatList, useDeleteChat } from './use-chat-list.ts'

/** Above this many chats a filter is offered. */
const FILTER_ABOVE = 8

/** Above this many chats only the visible rows are drawn. */
const WINDOW_ABOVE = 100

const ConfirmDialog = lazyPart(async () => (await import('../primitives/dialog.tsx')).ConfirmDialog)
const WindowedChatGroups = lazyPart(
  async () => (await import('./windowed-chat-groups.tsx')).WindowedChatGroups,
)

export interface ChatListProps {
  /** The address of a chat, for opening it in another tab. */
  readonly hrefOf: (chatId: string) => string
  readonly onOpen: (chatId: string) => void
  /** Without a mode: the one that was used last. */
  readonly onNewChat: (mode?: Mode) => void
  /** What scrolls the list, with one element that holds all it scrolls; left out, it is the page. */
  readonly scroller?: RefObject<HTMLElement | null> | undefined
}

/** The chats of the account by day, with a way to open, find and delete them. */
export function ChatList(props: ChatListProps) {
  const { hrefOf, onOpen, onNewChat, scroller } = props
  const { data: chats, error, refetch, isFetching } = useChatList()
  const { mutate: deleteChat } = useDeleteChat(() => notify('error', copy.chatList.deleteFailed))
  const [doomed, setDoomed] = useState<ChatListItem>()
  const [removed, setRemoved] = useState<string>()
  const place = useLostFocus(chats?.some(({ chatId }) => chatId === removed) || undefined)
  const renderChat = useCallback<RenderChat>(
    (chat) => <ChatRow chat={chat} href={hrefOf(chat.id)} onOpen={onOpen} onDelete={setDoomed} />,
    [hrefOf, onOpen],
  )

  if (error) {
    const isSignedOut = error instanceof CallFailed && error.isSignedOut
    return (
      <ErrorBox
        action={
          <Button size="sm" disabled={isFetching} onClick={() => void refetch()}>
            {copy.chatList.retry}
          </Button>
        }
      >
        {copy.chatList.error(isSignedOut ? error.message : copy.chatList.fetchFailed)}
      </ErrorBox>
    )
  }
  if (!chats) return <ChatListSkeleton />
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {chats.length === 0 ? (
        <NoChats onNewChat={onNewChat} />
      ) : (
        <FilteredChats chats={chats} renderChat={renderChat} scroller={scroller} />
      )}
      {doomed && (
        <Suspense>
          <ConfirmDialog
            title={copy.chatList.deleteTitle}
            text={copy.chatList.deleteText}
            onConfirm={() => {
              setRemoved(doomed.chatId)
              deleteChat(doomed.chatId)
            }}
            onClose={() => setDoomed(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The list of somebody who has not chatted yet, with two questions that can be answered now. */
function NoChats({ onNewChat }: Pick<ChatListProps, 'onNewChat'>) {
  function ask(question: string): void {
    askInNewChat(question)
    onNewChat('coach')
  }

  return (
    <div className="rise flex flex-col items-center rounded-lg border border-border bg-surface px-6 py-12 text-center">
      <SpeechCards />
      <p className="mt-5 text-card font-semibold text-balance">{copy.chatList.empty}</p>
      <Button variant="primary" className="mt-4" onClick={() => onNewChat()}>
        <Plus aria-hidden="true" />
        {copy.chatList.newChat}
      </Button>
      <Suggestions
        isShort
        mode="coach"
        onChoose={ask}
        className="mt-10 w-full max-w-140 sm:grid-cols-2"
      />
    </div>
  )
}

function SpeechCards() {
  return (
    <Drawing>
      <path d="M14 8h56a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H30l-12 10V46h-4a8 8 0 0 1-8-8V16a8 8 0 0 1 8-8z" />
      <path d="M20 21h40M20 32h26" />
      <path
        d="M54 54v2a8 8 0 0 0 8 8h28l12 10V64h4a8 8 0 0 0 8-8V36a8 8 0 0 0-8-8H86"
        className="stroke-accent"
      />
      <path d="M88 41h14M74 52h28" className="stroke-accent" />
    </Drawing>
  )
}

interface FilteredChatsProps extends Pick<ChatListProps, 'scroller'> {
  readonly chats: readonly ChatListItem[]
  readonly renderChat: RenderChat
}

function FilteredChats({ chats, renderChat, scroller }: FilteredChatsProps) {
  const [filter, setFilter] = useState('')
  const hasFilter = chats.length > FILTER_ABOVE
  const found = filterChats(chats, useDeferredValue(hasFilter ? filter : ''))
  const groups = groupChats(found)

  return (
    <>
      {hasFilter && <ChatFilter value={filter} found={found.length} onChange={setFilter} />}
      {found.length > WINDOW_ABOVE ? (
        <Suspense fallback={<ChatListSkeleton />}>
          <WindowedChatGroups groups={groups} renderChat={renderChat} scroller={scroller} />
        </Suspense>
      ) : (
        <ChatGroups groups={groups} renderChat={renderChat} />
      )}
    </>
  )
}

const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

interface ChatRowProps {
  readonly chat: ChatListItem
  readonly href: string
  readonly onOpen: (chatId: string) => void
  readonly onDelete: (chat: ChatListItem) => void
}

/** One chat of the list: all of it is one link, beside the button that deletes it. */
function ChatRow({ chat, href, onOpen, onDelete }: ChatRowProps) {
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

interface ChatFilterProps {
  readonly value: string
  /** How many chats match at present. */
  readonly found: number
  readonly onChange: (value: string) => void
}

/** A field that narrows the list, and a line for when nothing is left of it. */
function ChatFilter({ value, found, onChange }: ChatFilterProps) {
  return (
    <div className="mb-5">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-3 size-4 text-text-3"
        />
        <input
          type="search"
          aria-label={copy.chatList.filter}
          placeholder={copy.chatList.filter}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-full rounded-md border border-border bg-surface pr-3 pl-9 text-ui placeholder:text-text-3 hover:border-border-strong"
        />
      </div>
      {found === 0 && (
        <div role="status" className="mt-10 flex flex-col items-center gap-3 text-text-3">
          <p>{copy.chatList.noMatch}</p>
          <Button size="sm" onClick={() => onChange('')}>
            {copy.chatList.clearFilter}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The chats whose title or first message holds every word of `filter`, in any letter case. */
function filterChats(chats: readonly ChatListItem[], filter: string): readonly ChatListItem[] {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return chats
  return chats.filter(({ title, preview }) => {
    const text = `${title ?? ''}\n${preview}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3']

/** Five rows of the list's own shape while it is fetched. */
function ChatListSkeleton() {
  return (
    <div className="appear-late">
      <p role="status" className="sr-only">
        {copy.chatList.loading}
      </p>
      <Skeleton className="mb-2 h-4 w-12" />
      <div className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">
        {widths.map((width) => (
          <div key={width} className="flex items-center gap-3 py-3 pr-3 pl-4">
            <Skeleton className="size-9 rounded-md" />
            <div className="flex-1 space-y-2 py-0.75">
              <Skeleton className={`h-3.5 ${width}`} />
              <Skeleton className="h-3 w-28" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
