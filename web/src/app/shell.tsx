import { useSession, useSessionElsewhere } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { OfflineBanner } from '@shortlist/ui/connection/offline-banner.tsx'
import { useHealth } from '@shortlist/ui/connection/use-health'
import { copy } from '@shortlist/ui/copy'
import { Crash, NotLoaded } from '@shortlist/ui/crash.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { lazyOr } from '@shortlist/ui/primitives/lazy-part'
import { useNotifications } from '@shortlist/ui/settings/settings'
import { useKeys } from '@shortlist/ui/shell/keys'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { appPath } from '../host/app-path.ts'
import { isAuthPath, isConversationPath, mailPath, paths } from '../host/paths.ts'
import { useLocation, useNavigate } from '../host/router.ts'
import { Header } from './header.tsx'
import { Rail } from './rail.tsx'

const KeySheet = lazyOr(
  async () => (await import('@shortlist/ui/shell/key-sheet.tsx')).KeySheet,
  NotLoaded,
)

const Notifier = lazyOr(
  async () => (await import('@shortlist/ui/notifications/notifier.tsx')).Notifier,
  () => <NotLoaded />,
)

/** What surrounds every page: header, places, banners, footer, and a net for pages that crash. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation()
  const { user, isLoading } = useSession()
  const [hasKeys, setKeys] = useState(false)
  const main = useFocusOnNavigation(pathname)
  useSessionElsewhere()
  useAppShortcuts(() => setKeys(true))

  return (
    <div className={cn('frame', isConversationPath(pathname) && 'frame-full')}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-accent px-4 py-2 font-medium text-accent-fg no-underline focus:translate-y-0 print:hidden"
      >
        {copy.shell.skip}
      </a>
      <Header />
      {(user || isLoading) && !isAuthPath(pathname) && <Rail />}
      <div className="frame-page">
        <OfflineBanner />
        <NoticeStrip />
        <main ref={main} id="content" tabIndex={-1}>
          <ErrorBoundary
            fallbackRender={(crash) => <Crash {...crash} place={withoutId(pathname)} />}
            resetKeys={[pathname]}
          >
            {children}
          </ErrorBoundary>
        </main>
        <Footer />
      </div>
      {user && <Notifications userId={user.id} />}
      {hasKeys && (
        <Suspense>
          <KeySheet onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Loaded where this browser has switched one on. */
function Notifications({ userId }: { readonly userId: string }) {
  const navigate = useNavigate()
  const { hasAny } = useNotifications()
  if (!hasAny) return null
  return (
    <Suspense>
      <Notifier userId={userId} onOpen={(emailId) => navigate(mailPath(emailId))} />
    </Suspense>
  )
}

/** The element that gets the focus when another page is shown, but not when the app starts. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    // the first message of a new chat changes the address, not the page; so does a tab of sign-in
    const isSamePage =
      (isConversationPath(pathname) && shown.current === paths.newChat) ||
      (isAuthPath(pathname) && isAuthPath(shown.current))
    if (shown.current !== pathname && !isSamePage) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])

  return main
}

/** Ids of chats and accounts are nobody's business but the user's. */
function withoutId(pathname: string): string {
  return pathname.replace(/^\/chat\/.+/, '/chat/:chatId')
}

/** Without an address of its own a page says where the source lies. */
const sourceUrl = import.meta.env.SOURCE_URL ?? `${appPath}source.html`

/** The last line of every page: where the source is, and which version runs. */
function Footer() {
  const health = useHealth()
  return (
    <footer>
      <a href={sourceUrl} target="_blank" rel="noreferrer">
        {copy.shell.source}
      </a>
      {health && (
        <>
          <span aria-hidden="true">·</span>
          <span>
            {copy.product} {health.version}
          </span>
        </>
      )}
    </footer>
  )
}

/** A line under the header that the client asks for, if it does. */
function NoticeStrip() {
  const { notice } = useClient().abilities
  if (!notice) return null
  return (
    <p className="flex flex-wrap justify-center gap-x-3 bg-accent-soft px-4 py-1.5 text-meta text-accent-text print:hidden">
      {notice.text}
      {notice.link && (
        <a href={notice.link.href} className="font-medium">
          {notice.link.text}
        </a>
      )}
    </p>
  )
}

/** Keys that a new chat is begun by, which waits for what runs as the menu does, and the sheet of all keys. */
function useAppShortcuts(showKeys: () => void): void {
  const navigate = useNavigate()
  const { isLoading } = useBusy()
  const { user } = useSession()
  useKeys({
    'app.new-chat': user && !isLoading ? () => navigate(paths.newChat) : undefined,
    'app.keys': showKeys,
  })
}
