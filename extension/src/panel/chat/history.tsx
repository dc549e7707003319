import type { Mode } from '@shortlist/contracts/chat'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { ChatList } from '@shortlist/ui/chat-list/chat-list.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { useMode } from '@shortlist/ui/settings/settings'
import { notify } from '@shortlist/ui/toasts/notify'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef } from 'react'
import { webAppPaths } from '../../host/open-web-app.ts'
import type { Place } from '../use-place.ts'

/** All chats of the account, in the place of the conversation. Escape leads back to that. */
export function History({ place }: { readonly place: Place }) {
  const { openChat, beginChat, closeList } = place
  const { expire } = useSession()
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
    if (event.key !== 'Escape' || event.defaultPrevented || isFilled(event.target)) return
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
        <ChatList
          hrefOf={hrefOf}
          onOpen={openChat}
          onNewChat={begin}
          onSignIn={expire}
          notify={notify}
          scroller={scroller}
        />
      </div>
    </section>
  )
}

/** Escape first empties a field of search. */
function isFilled(element: EventTarget): boolean {
  return element instanceof HTMLInputElement && element.value !== ''
}
