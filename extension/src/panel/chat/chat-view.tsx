import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { ChatPanel } from '@shortlist/ui/chat/chat-panel.tsx'
import { moveUnsent, useChatRemoved } from '@shortlist/ui/chat/use-chat-removed'
import { useShownChat } from '@shortlist/ui/chat/use-shown-chat'
import { chatListKey } from '@shortlist/ui/chat-list/use-chat-list'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { useLoadRemoteImages, useSingleKeys } from '@shortlist/ui/settings/settings'
import { notify } from '@shortlist/ui/toasts/notify'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useExcerpt } from '../excerpts/excerpt-provider.tsx'
import { PageButton } from '../excerpts/page-button.tsx'
import type { Place } from '../use-place.ts'
import { History } from './history.tsx'

/** The chats of the account in the panel: one conversation, or the list of all. */
export function ChatView({ userId, place }: { readonly userId: string; readonly place: Place }) {
  const { chatId, hasList } = place
  const cache = useQueryClient()
  const { expire } = useSession()
  const { setChatLoading } = useBusy()
  const [loadRemoteImages] = useLoadRemoteImages()
  const [hasSingleKeys] = useSingleKeys()
  const { excerpt, setExcerpt } = useExcerpt()
  const { key, keepFor, mode, changeMode } = useShownChat(chatId)
  const around = useFieldFocus(place)
  useGoneChat(place)
  // leaving in the middle of a reply unlocks the menu; the reply goes on without this panel
  useEffect(() => () => setChatLoading(false), [setChatLoading])

  if (hasList) return <History place={place} />
  return (
    <div ref={around} className="min-h-0 flex-1">
      <ChatPanel
        key={key}
        userId={userId}
        chatId={chatId}
        mode={mode}
        onModeChange={changeMode}
        onBack={place.openList}
        onNewChat={place.beginChat}
        onFirstMessage={(id) => {
          keepFor(id)
          place.nameChat(id)
        }}
        onSignedOut={expire}
        onListChange={() => cache.invalidateQueries({ queryKey: chatListKey })}
        onBusyChange={setChatLoading}
        notify={notify}
        loadRemoteImages={loadRemoteImages}
        hasSingleKeys={hasSingleKeys && place.view === 'chat'}
        excerpt={excerpt}
        onExcerptChange={setExcerpt}
        composerExtra={<PageButton />}
      />
    </div>
  )
}

/** Whoever turns to a conversation can write at once. */
function useFieldFocus({ turns, hasList, view }: Place): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null)
  const isSeen = useEffectEvent(() => view === 'chat' && !hasList)

  useEffect(() => {
    if (isSeen()) around.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [turns])

  return around
}

/**
 * Leaves a chat that no longer exists: one that any client deletes, and one that was deleted since
 * a panel had it open.
 */
function useGoneChat({ chatId, hasList, dropChat }: Place): void {
  const client = useClient()
  const [remembered] = useState(chatId)

  useChatRemoved(chatId, () => {
    dropChat()
    if (!hasList) notify('error', copy.chat.removed)
  })

  const leaveMissing = useEffectEvent((missing: string) => {
    if (missing !== chatId) return
    moveUnsent(missing)
    dropChat()
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
