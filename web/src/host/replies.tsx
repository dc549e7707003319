import type { MessageId } from '@shortlist/contracts/chat'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { isSyncing, useSync } from '@shortlist/ui/mail/sync/mail-sync'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { shownChat } from './paths.ts'
import { useLocation } from './router.ts'

interface Replies {
  /** The chats in which a reply runs, whoever has asked for it. */
  readonly running: ReadonlySet<string>
  /** A reply has ended that was not on the screen; until the next look, or another page. */
  readonly hasUnseen: boolean
}

const RepliesContext = createContext<Replies | null>(null)

/** Knows on every page which replies run and whether one has ended unseen. */
export function RepliesProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient()
  const { pathname } = useLocation()
  const [byMessage, setByMessage] = useState<ReadonlyMap<MessageId, string>>(new Map())
  const [unseenAt, setUnseenAt] = useState<string | null>(null)
  const miss = useEffectEvent((chatId: string) => {
    if (document.hidden || chatId !== shownChat(pathname)) setUnseenAt(pathname)
  })

  useEffect(() => {
    const look = () => !document.hidden && setUnseenAt(null)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  useEffect(() => {
    const add = ({ messageId, chatId }: { messageId: MessageId; chatId: string }) =>
      setByMessage((before) =>
        before.has(messageId) ? before : new Map(before).set(messageId, chatId),
      )
    const keep = (isKept: (messageId: MessageId) => boolean) =>
      setByMessage((before) => new Map([...before].filter(([messageId]) => isKept(messageId))))
    const drop = (event: { messageId: MessageId }) => keep((each) => each !== event.messageId)

    const stopHearing = [
      client.on('chat-started', add),
      // of a reply that had begun before this page did
      client.on('chat-chunk', add),
      client.on('chat-complete', drop),
      client.on('chat-complete', ({ chatId }) => miss(chatId)),
      client.on('chat-stopped', drop),
      client.on('chat-error', drop),
      client.on('synced', ({ running }) => keep((each) => running.includes(each))),
    ]
    return () => {
      for (const stop of stopHearing) stop()
    }
  }, [client])

  if (unseenAt !== null && unseenAt !== pathname) setUnseenAt(null)
  const hasUnseen = unseenAt === pathname
  const replies = useMemo(
    () => ({ running: new Set(byMessage.values()), hasUnseen }),
    [byMessage, hasUnseen],
  )
  return <RepliesContext value={replies}>{children}</RepliesContext>
}

function useReplies(): Replies {
  const replies = useContext(RepliesContext)
  if (!replies) throw new Error('what runs is known below a RepliesProvider')
  return replies
}

/** The chats in which a reply runs; throws outside a `RepliesProvider`. */
export function useRunningChats(): ReadonlySet<string> {
  return useReplies().running
}

/** In front of each page title: "(7/12) " while a sync runs, "* " for a reply that nobody has seen. */
export function useTitleMark(): string {
  const { hasUnseen } = useReplies()
  const { state } = useSync()
  const sync = isSyncing(state) && state.total > 0 ? `(${state.analyzed}/${state.total}) ` : ''
  return sync + (hasUnseen ? '* ' : '')
}
