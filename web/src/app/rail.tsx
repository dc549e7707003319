import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useChatList } from '@shortlist/ui/chat-list/use-chat-list'
import { useEvents } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { useViewCounts } from '@shortlist/ui/mail/view-counts'
import { cn } from '@shortlist/ui/primitives/class-names'
import { useMedia } from '@shortlist/ui/primitives/use-media'
import { useSidebar } from '@shortlist/ui/settings/settings'
import { type KeyId, moveFocus, printKeys, useKeys } from '@shortlist/ui/shell/keys'
import { shellCopy } from '@shortlist/ui/shell-copy'
import {
  Folder,
  type LucideIcon,
  Mail,
  MessagesSquare,
  PanelLeft,
  Plus,
  Settings,
  Sun,
} from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isConversationPath, isSettingsPath, paths, shownChat } from '../host/paths.ts'
import { useRunningChats } from '../host/replies.tsx'
import { Link, useLocation, useNavigate } from '../host/router.ts'

const places = [
  { to: paths.home, label: shellCopy.today, icon: Sun, keyId: 'app.today' },
  { to: paths.chats, label: shellCopy.chats, icon: MessagesSquare, keyId: 'app.chats' },
  { to: paths.mail, label: shellCopy.mail, icon: Mail, keyId: 'app.mail' },
  { to: paths.files, label: shellCopy.files, icon: Folder, keyId: 'app.files' },
] as const

const foot = {
  to: paths.settings,
  label: shellCopy.settings,
  icon: Settings,
  keyId: 'app.settings',
} as const

/**
 * The places of the app: a rail, a sidebar where there is room, a bar on phones. It is never locked,
 * and one tab stop, in which arrows, Home and End move.
 */
export function Rail() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { user } = useSession()
  const isWide = useMedia('(min-width: 1280px) and (min-height: 481px)')
  const [isOpen, setOpen] = useSidebar()
  const hasChats = isWide && isOpen
  const lastChat = useLastChat()
  const needsYou = useViewCounts(user !== null)?.['needs-you']
  const nav = useRef<HTMLElement>(null)
  const keepOneStop = useOneStop(nav)
  const place = isSettingsPath(pathname) ? foot.to : pathname
  const page = isConversationPath(pathname) ? paths.chats : place

  function hrefOf(to: string): string {
    // where the chats stand beside it, "Chats" opens one of them at once
    if (to === paths.chats && hasChats) return lastChat
    return to === paths.mail && needsYou ? `${to}?view=needs-you` : to
  }

  const fold = () => setOpen(!isOpen)

  useKeys({ 'app.settings': () => navigate(foot.to) })
  useKeys(Object.fromEntries(places.map(({ to, keyId }) => [keyId, () => navigate(hrefOf(to))])))
  useKeys({ 'app.fold': fold }, { isEnabled: isWide })

  return (
    <nav
      ref={nav}
      aria-label={shellCopy.places}
      className={cn('rail', hasChats && 'rail-wide')}
      onKeyDown={(event) => moveFocus(event, itemsOf(nav.current), { ArrowDown: 1, ArrowUp: -1 })}
      onFocus={keepOneStop}
      onBlur={keepOneStop}
    >
      <ul>
        {places.map((place) => (
          <Place key={place.to} {...place} to={hrefOf(place.to)} isShown={place.to === page}>
            {place.to === paths.mail && needsYou ? <Count of={needsYou} /> : null}
          </Place>
        ))}
      </ul>
      {hasChats && user && <RecentChats />}
      <ul className="rail-foot">
        <Place {...foot} isShown={foot.to === page} />
      </ul>
      {isWide && (
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={shellCopy.sidebar}
          title={`${shellCopy.sidebar} (${printKeys('app.fold')})`}
          onClick={fold}
          className="rail-fold"
        >
          <PanelLeft aria-hidden="true" />
        </button>
      )}
    </nav>
  )
}

interface PlaceProps {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keyId: KeyId
  readonly isShown: boolean
  readonly children?: ReactNode
}

function Place({ to, label, icon: Icon, keyId, isShown, children }: PlaceProps) {
  return (
    <li>
      <Link
        to={to}
        tabIndex={-1}
        title={`${label} (${printKeys(keyId)})`}
        aria-current={isShown ? 'page' : undefined}
      >
        <Icon aria-hidden="true" />
        <span className="rail-label">{label}</span>
        {children}
      </Link>
    </li>
  )
}

function Count({ of }: { readonly of: number }) {
  return (
    <span className="rail-count">
      <span aria-hidden="true">{of > 99 ? '99+' : of}</span>
      <span className="sr-only">{shellCopy.needYou(of)}</span>
    </span>
  )
}

/** The address of the chat that was on the screen last, as long as there is one; else of a new one. */
function useLastChat(): string {
  const { pathname } = useLocation()
  const shown = shownChat(pathname)
  const [last, setLast] = useState(shown)
  if (shown !== undefined && shown !== last) setLast(shown)

  useEvents({
    'chats-removed': ({ chatId = last }) => {
      if (chatId === last) setLast(undefined)
    },
  })

  return last === undefined ? paths.newChat : paths.chat(last)
}

/** So many of the newest chats stand in the sidebar. */
const RECENT = 12

/** The chats that were spoken in last; one in which a reply runs pulses. */
function RecentChats() {
  const { data: chats = [] } = useChatList()
  const running = useRunningChats()
  const shown = shownChat(useLocation().pathname)
  return (
    <div className="rail-chats">
      <div className="rail-head">
        <span id="recent-chats">{shellCopy.recentChats}</span>
        <Link to={paths.newChat} tabIndex={-1} aria-label={shellCopy.newChat}>
          <Plus aria-hidden="true" />
        </Link>
      </div>
      <ul aria-labelledby="recent-chats">
        {chats.slice(0, RECENT).map(({ chatId, title }) => (
          <li key={chatId}>
            <Link
              to={paths.chat(chatId)}
              tabIndex={-1}
              aria-current={chatId === shown ? 'true' : undefined}
            >
              <span className="rail-label">{title ?? copy.chatList.untitled}</span>
              {running.has(chatId) && (
                <span className="rail-running animate-pulse motion-reduce:animate-none">
                  <span className="sr-only">{copy.shell.generating}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function itemsOf(nav: HTMLElement | null): HTMLElement[] {
  return [...(nav?.querySelectorAll<HTMLElement>('a, button') ?? [])]
}

/** Lets Tab stop in a nav at what has the focus, else at the page that is shown, and nowhere else. */
function useOneStop(nav: RefObject<HTMLElement | null>): () => void {
  function keepOneStop(): void {
    const items = itemsOf(nav.current)
    const stop =
      items.find((item) => item === document.activeElement) ??
      items.find((item) => item.ariaCurrent === 'page') ??
      items[0]
    for (const item of items) item.tabIndex = item === stop ? 0 : -1
  }

  useLayoutEffect(keepOneStop)
  return keepOneStop
}
