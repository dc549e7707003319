import { copy } from '@shortlist/ui/copy'
import { Crash } from '@shortlist/ui/crash.tsx'
import { TabList, TabPanel, Tabs } from '@shortlist/ui/primitives/tabs.tsx'
import { useAppKeys } from '@shortlist/ui/use-app-keys'
import { webAppPaths } from '@shortlist/ui/web-app-paths'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { ChatView } from './chat-view.tsx'
import { useExcerpt } from './excerpts/excerpt-provider.tsx'
import { Header } from './header.tsx'
import { MailView } from './mail/mail-view.tsx'
import { panelCopy } from './panel-copy.ts'
import { type Place, usePlace } from './use-place.ts'

const titles = { chat: copy.shell.chatTitle, mail: copy.shell.mailTitle } as const

/** The panel of an account: the header over its chats and its mails, which both stay as they are. */
export function SignedIn({ userId }: { readonly userId: string }) {
  const place = usePlace(userId)
  const { view } = place
  useAppKeys({
    beginChat: place.beginChat,
    openChat: place.closeList,
    openChats: place.openList,
    openMail: () => place.showView('mail'),
  })
  useArrivals(place)

  return (
    <Tabs value={view} tabs={views} onChange={place.showView} className="contents">
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
