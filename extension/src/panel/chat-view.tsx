import type { Mode } from '@shortlist/contracts/chat'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { ChatPanel } from '@shortlist/ui/chat/chat-panel.tsx'
import { moveUnsent, useChatDeleted, useShownChat } from '@shortlist/ui/chat/use-shown-chat'
import { ChatList } from '@shortlist/ui/chat-list/chat-list.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { useMode } from '@shortlist/ui/settings/settings'
import { notify } from '@shortlist/ui/toasts/notify'
import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useExcerpt } from './excerpts/excerpt-provider.tsx'
import { PageButton } from './excerpts/page-button.tsx'
import type { Place } from './use-place.ts'

/** The chats of the account in the panel: one conversation, or the list of all. */
export function ChatView({ userId, place }: { readonly userId: string; readonly place: Place }) {
  const { chatId, hasList } = place
  const { expire } = useSession()
  const { setChatLoading } = useBusy()
  const { excerpt, setExcerpt } = useExcerpt()
  const shown = useShownChat(userId, chatId)
  const around = useFieldFocus(place)
  useGoneChat(place)

  if (hasList) return <History place={place} />
  return (
    <div ref={around} className="min-h-0 flex-1">
      <ChatPanel
        {...shown}
        key={shown.chatId}
        onBack={place.openList}
        onNewChat={place.beginChat}
        onFirstMessage={place.nameChat}
        onSignedOut={expire}
        onBusyChange={setChatLoading}
        notify={notify}
        isShown={place.view === 'chat'}
        attached={[excerpt, setExcerpt]}
        composerExtra={<PageButton />}
      />
    </div>
  )
}

/** Whoever turns to a conversation can write at once. */
function useFieldFocus({ visits, hasList, view }: Place): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null)
  const isSeen = useEffectEvent(() => view === 'chat' && !hasList)

  useEffect(() => {
    if (isSeen()) around.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [visits])

  return around
}

/**
 * Leaves a chat that no longer exists: one that any client deletes, and one that was deleted since
 * a panel had it open.
 */
function useGoneChat({ chatId, hasList, leaveChat }: Place): void {
  const client = useClient()
  const [remembered] = useState(chatId)

  useChatDeleted(chatId, () => {
    leaveChat()
    if (!hasList) notify('error', copy.chat.removed)
  })

  const leaveMissing = useEffectEvent((missing: string) => {
    if (missing !== chatId) return
    moveUnsent(missing)
    leaveChat()
  })
  useEffect(() => {
    if (remembered === undefined) return
    let isWanted = true
    client.chats.list().then(
      (chats) => {
        if (isWanted && chats.every(({ id }) => id !== remembered)) leaveMissing(remembered)
      },
      // the conversation itself says what is wrong
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [client, remembered])
}

/** All chats of the account, in the place of the conversation. Escape leads back to that. */
function History({ place }: { readonly place: Place }) {
  const { openChat, beginChat, closeList } = place
  const { abilities } = useClient()
  const { hasWebApp } = abilities
  const [, setMode] = useMode()
  const id = useId()
  const scroller = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const hrefOf = useCallback(
    // a chat that no tab can show leads to where it is shown
    (chatId: string) => (hasWebApp ? abilities.origin + webAppPaths.chat(chatId) : '#'),
    [abilities, hasWebApp],
  )

  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  function begin(mode?: Mode): void {
    if (mode) setMode(mode)
    beginChat()
  }

  function closeOnEscape(event: KeyboardEvent): void {
    const { key, target, defaultPrevented } = event
    // Escape first empties a field of search
    const isFilled = target instanceof HTMLInputElement && target.value !== ''
    if (key !== 'Escape' || defaultPrevented || isFilled) return
    event.preventDefault()
    closeList()
  }

  return (
    <section
      ref={scroller}
      aria-labelledby={id}
      onKeyDown={closeOnEscape}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      <div className="px-3 pt-3 pb-6">
        <div className="mb-3 flex items-center justify-between gap-3">
          <h2 id={id} ref={heading} tabIndex={-1} className="text-card font-semibold outline-none">
            {copy.chatList.title}
          </h2>
          <Button variant="primary" size="sm" onClick={() => begin()}>
            <Plus aria-hidden="true" />
            {copy.chatList.newChat}
          </Button>
        </div>
        <ChatList hrefOf={hrefOf} onOpen={openChat} onNewChat={begin} scroller={scroller} />
      </div>
    </section>
  )
}
