import type { MessageId } from '@shortlist/contracts/chat'
import { useEvents } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { isSyncing, useSync } from '@shortlist/ui/mail/sync/mail-sync'
import { neededContext } from '@shortlist/ui/needed-context'
import { type ReactNode, useEffect, useState } from 'react'
import { shownChat } from './paths.ts'
import { useLocation } from './router.ts'

interface Replies {
  /** The chats in which a reply runs, whoever has asked for it. */
  readonly running: ReadonlySet<string>
  /** A reply has ended that was not on the screen; until the next look, or another page. */
  readonly hasUnseen: boolean
}

export const [RepliesContext, useReplies] = neededContext<Replies>('RepliesProvider')

/** Knows on every page which replies run and whether one has ended unseen. */
export function RepliesProvider({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation()
  const [byMessage, setByMessage] = useState<ReadonlyMap<MessageId, string>>(new Map())
  const [unseenAt, setUnseenAt] = useState<string | null>(null)

  useEffect(() => {
    const look = () => !document.hidden && setUnseenAt(null)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  const add = ({ messageId, chatId }: { messageId: MessageId; chatId: string }) =>
    setByMessage((before) =>
      before.has(messageId) ? before : new Map(before).set(messageId, chatId),
    )
  const keep = (isKept: (messageId: MessageId) => boolean) =>
    setByMessage((before) => new Map([...before].filter(([messageId]) => isKept(messageId))))
  const drop = (event: { messageId: MessageId }) => keep((each) => each !== event.messageId)
  useEvents({
    'chat-started': add,
    // of a reply that had begun before this page did
    'chat-chunk': add,
    'chat-complete'(event) {
      drop(event)
      if (document.hidden || event.chatId !== shownChat(pathname)) setUnseenAt(pathname)
    },
    'chat-stopped': drop,
    'chat-error': drop,
    synced: ({ running }) => keep((each) => running.includes(each)),
  })

  if (unseenAt !== null && unseenAt !== pathname) setUnseenAt(null)
  const replies = { running: new Set(byMessage.values()), hasUnseen: unseenAt === pathname }
  return <RepliesContext value={replies}>{children}</RepliesContext>
}

/** The chats in which a reply runs; throws outside a `RepliesProvider`. */
export function useRunningChats(): ReadonlySet<string> {
  return useReplies().running
}

/** The title of a page; before it "(7/12) " while a sync runs, "* " for a reply that nobody has seen. */
export function PageTitle({ of }: { readonly of: string }) {
  const { hasUnseen } = useReplies()
  const { state } = useSync()
  const sync = isSyncing(state) && state.total > 0 ? `(${state.analyzed}/${state.total}) ` : ''
  return <title>{`${sync}${hasUnseen ? '* ' : ''}${of} - ${copy.product}`}</title>
}
