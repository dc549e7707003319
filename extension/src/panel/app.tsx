import { AssistantProvider } from '@shortlist/ui/assistant-provider.tsx'
import { AuthCard, type AuthType } from '@shortlist/ui/auth/auth-card.tsx'
import { useSession, useSessionElsewhere } from '@shortlist/ui/auth/session.tsx'
import { useBusy } from '@shortlist/ui/busy.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { Crash } from '@shortlist/ui/crash.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { TabList, TabPanel, Tabs } from '@shortlist/ui/primitives/tabs.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { useKeys } from '@shortlist/ui/shell/keys'
import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useDensityOnRoot } from '../host/use-density.ts'
import { ChatView } from './chat-view.tsx'
import { ExcerptProvider, useExcerpt } from './excerpts/excerpt-provider.tsx'
import { DaemonGate } from './gate/daemon-gate.tsx'
import { Header } from './header.tsx'
import { panelCopy } from './panel-copy.ts'
import { SyncBadge } from './sync-badge.tsx'
import { type Place, usePlace } from './use-place.ts'

/** The side panel: what stands between it and the daemon, and then the assistant itself. */
export function App() {
  return (
    <DaemonGate>
      {(client) => (
        <AssistantProvider client={client}>
          <Frame />
        </AssistantProvider>
      )}
    </DaemonGate>
  )
}

/** The panel of whoever is signed in, or the sign-in. */
export function Frame() {
  const { user, isLoading } = useSession()
  const { hasWebApp } = useClient().abilities
  useTheme()
  useSessionElsewhere()
  useDensityOnRoot()

  return (
    <ExcerptProvider>
      {hasWebApp && <SyncBadge />}
      <div className="flex h-dvh flex-col">
        {isLoading ? (
          <PageLoading />
        ) : user ? (
          <SignedIn key={user.id} userId={user.id} />
        ) : (
          <SignedOut />
        )}
      </div>
    </ExcerptProvider>
  )
}

/** Sign-in and sign-up in the panel. */
function SignedOut() {
  const { ended } = useSession()
  const [type, setType] = useState<AuthType>('sign-in')
  return (
    <>
      <Header title={copy.shell.chatTitle} webAppPath={webAppPaths.home} />
      <main className="grid flex-1 grid-rows-[2fr_auto_3fr] justify-items-center overflow-y-auto p-3">
        <AuthCard
          type={type}
          onTypeChange={setType}
          notice={
            ended === 'expired' && (
              <div role="status" className="mb-4 rounded-md bg-surface-2 px-3 py-2 text-meta">
                <p className="font-semibold">{panelCopy.sessionEnded}</p>
                <p className="text-text-2">{panelCopy.sessionEndedText}</p>
              </div>
            )
          }
        />
      </main>
    </>
  )
}

const titles = { chat: copy.shell.chatTitle, mail: copy.shell.mailTitle } as const

/** The panel of an account: the header over its chats and its mails, which both stay as they are. */
function SignedIn({ userId }: { readonly userId: string }) {
  const place = usePlace(userId)
  const { view } = place
  usePanelKeys(place)
  useArrivals(place)

  return (
    <Tabs value={view} onChange={place.showView} className="contents">
      <Header title={titles[view]} webAppPath={webAppPath(place)} onNewChat={place.beginChat}>
        <TabList label={panelCopy.views} tabs={views} />
      </Header>
      <main className="grid min-h-0 flex-1">
        <View name="chat" resetKeys={[place.visits, place.hasList]}>
          <ChatView userId={userId} place={place} />
        </View>
        <View name="mail" resetKeys={[]}>
          <MailView isShown={view === 'mail'} />
        </View>
      </main>
    </Tabs>
  )
}

/** Keys that lead somewhere; a new chat waits for what runs, as the way back does. */
function usePanelKeys({ beginChat, openList, closeList, showView }: Place): void {
  const { isLoading } = useBusy()
  useKeys({
    'app.new-chat': isLoading ? undefined : beginChat,
    'app.today': openList,
    'app.chats': closeList,
    'app.mail': () => showView('mail'),
  })
}

/** What came from a page is for a question. */
function useArrivals({ closeList }: Place): void {
  const { arrivals } = useExcerpt()
  const show = useEffectEvent(closeList)
  useEffect(() => {
    if (arrivals > 0) show()
  }, [arrivals])
}

function webAppPath({ view, chatId, hasList }: Place): `/${string}` {
  if (view === 'mail') return webAppPaths.mail
  if (hasList) return webAppPaths.home
  return chatId === undefined ? webAppPaths.newChat : webAppPaths.chat(chatId)
}

interface ViewProps {
  readonly name: 'chat' | 'mail'
  /** What leads away from a part that has crashed. */
  readonly resetKeys: readonly unknown[]
  readonly children: ReactNode
}

/** Hidden without leaving the layout, so that what was scrolled stays where it was. */
function View({ name, resetKeys, children }: ViewProps) {
  return (
    <TabPanel
      value={name}
      className="[grid-area:1/1] flex min-h-0 min-w-0 flex-col data-[state=inactive]:invisible"
    >
      <ErrorBoundary
        fallbackRender={(crash) => <Crash {...crash} place={`panel/${name}`} />}
        resetKeys={[...resetKeys]}
      >
        {children}
      </ErrorBoundary>
    </TabPanel>
  )
}

/** The two sides of the assistant. */
const views = [
  { value: 'chat', label: panelCopy.chatView },
  { value: 'mail', label: panelCopy.mailView },
] as const

const MailScreen = lazyPart(async () => (await import('./mail/mail-screen.tsx')).MailScreen)

/**
 * The mails of the account in the panel, with their sync; loaded when they are first shown. While
 * the other view can be seen they stay mounted behind it.
 */
export function MailView({ isShown }: { readonly isShown: boolean }) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return (
    wasShown && (
      <Suspense fallback={<PageLoading />}>
        <MailScreen isShown={isShown} />
      </Suspense>
    )
  )
}
