import type { AssistantClient } from '@shortlist/client/assistant-client'
import { Crash } from '@shortlist/ui/crash.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { WholePageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { useTheme } from '@shortlist/ui/settings/use-theme'
import { Toasts } from '@shortlist/ui/toasts/toasts.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { Choice } from '../host/choose-client.ts'
import { isStatic } from '../host/is-static.ts'
import { App } from './app.tsx'

interface StartProps {
  readonly choice: Choice
  readonly loadDemo: () => Promise<AssistantClient>
}

// a build that comes from a daemon has none to search, and goes without the code
const DaemonSearch = isStatic
  ? lazyPart(async () => (await import('./daemon-search.tsx')).DaemonSearch)
  : () => null

/** The app, as soon as whoever it asks is there. */
export function Start({ choice, loadDemo }: StartProps) {
  const app = (client: AssistantClient) => <App client={client} />
  const demo = <DemoApp load={loadDemo} app={app} />
  return (
    <Net>
      {choice.kind === 'daemon' && app(choice.client)}
      {choice.kind === 'demo' && demo}
      {choice.kind === 'search' && (
        <Suspense fallback={<WholePageLoading />}>
          <DaemonSearch app={app} demo={demo} />
        </Suspense>
      )}
    </Net>
  )
}

interface DemoAppProps {
  /** Makes the client that answers by itself. */
  readonly load: () => Promise<AssistantClient>
  readonly app: (client: AssistantClient) => ReactNode
}

/** The app on top of the demo, whose code is loaded first. */
function DemoApp({ load, app }: DemoAppProps) {
  const [Loaded] = useState(() =>
    lazyPart(async () => {
      const client = await load()
      return () => app(client)
    }),
  )
  return (
    <Suspense fallback={<WholePageLoading />}>
      <Loaded />
    </Suspense>
  )
}

/** Says so where the app did not get as far as to its own frame. */
function Net({ children }: { readonly children: ReactNode }) {
  useTheme()
  return (
    <ErrorBoundary
      fallbackRender={(crash) => (
        <main className="flex min-h-dvh flex-col">
          <Crash {...crash} place="start" />
          <Toasts />
        </main>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
