import type { MessageId } from '@shortlist/contracts/chat'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { shownChat } from './paths.ts'
import { useLocation } from './router.ts'

interface Replies {
  /** The chats in which a reply runs, whoever has asked for it. */
  readonly running: ReadonlySet<string>
  /** Whether a reply has ended that nobody has looked at. */
  readonly hasUnseen: boolean
}

const RepliesContext = createContext<Replies | null>(null)

/** Knows on every page which replies run and which have ended unseen. */
export function RepliesProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient()
  const [byMessage, setByMessage] = useState<ReadonlyMap<MessageId, string>>(new Map())
  const { unseen, begin, end } = useUnseen()
  const hearBegin = useEffectEvent(begin)
  const hearEnd = useEffectEvent(end)

  useEffect(() => {
    function add({ messageId, chatId }: { messageId: MessageId; chatId: string }): void {
      hearBegin(chatId)
      setByMessage((before) =>
        before.has(messageId) ? before : new Map(before).set(messageId, chatId),
      )
    }
    const keep = (isKept: (messageId: MessageId) => boolean) =>
      setByMessage((before) => new Map([...before].filter(([messageId]) => isKept(messageId))))
    const drop = (event: { messageId: MessageId }) => keep((each) => each !== event.messageId)

    const stopHearing = [
      client.on('chat-started', add),
      // of a reply that had begun before this page did
      client.on('chat-chunk', add),
      client.on('chat-complete', (event) => {
        drop(event)
        hearEnd(event.chatId)
      }),
      client.on('chat-stopped', drop),
      client.on('chat-error', drop),
      client.on('synced', ({ running }) => keep((each) => running.includes(each))),
    ]
    return () => {
      for (const stop of stopHearing) stop()
    }
  }, [client])

  const replies = useMemo(
    () => ({ running: new Set(byMessage.values()), hasUnseen: unseen.size > 0 }),
    [byMessage, unseen],
  )
  return <RepliesContext value={replies}>{children}</RepliesContext>
}

/**
 * The chats with a reply that ended while nobody saw it: while the page was hidden, until it is
 * looked at; or while another page was shown than the one that saw it begin, until the chat is.
 */
function useUnseen() {
  const shown = shownChat(useLocation().pathname)
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const begun = useRef(new Set<string>())

  const look = useEffectEvent(() => {
    if (document.hidden) return
    setUnseen((before) =>
      before.size === 0
        ? before
        : new Set([...before].filter((chat) => chat !== shown && begun.current.has(chat))),
    )
  })
  useEffect(() => look(), [shown])
  useEffect(() => {
    const turn = () => look()
    document.addEventListener('visibilitychange', turn)
    return () => document.removeEventListener('visibilitychange', turn)
  }, [])

  return {
    unseen,
    begin(chatId: string): void {
      if (chatId === shown) begun.current.add(chatId)
    },
    end(chatId: string): void {
      const isMissed = document.hidden || (chatId !== shown && begun.current.has(chatId))
      if (isMissed) setUnseen((before) => new Set(before).add(chatId))
    },
  }
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

/** Whether a reply has ended that nobody has looked at; throws outside a `RepliesProvider`. */
export function useHasUnseen(): boolean {
  return useReplies().hasUnseen
}
