import type { AssistantClient } from '@shortlist/client/assistant-client'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { type ReactNode, Suspense } from 'react'
import type { Choice } from '../host/choose-client.ts'
import { isStatic } from '../host/is-static.ts'
import { App } from './app.tsx'
import { DemoApp } from './demo-app.tsx'
import { Net } from './net.tsx'
import { Waiting } from './waiting.tsx'

interface StartProps {
  readonly choice: Choice
  readonly loadDemo: () => Promise<AssistantClient>
  /** The router around the whole app: the browser's, or one in memory. */
  readonly router: (app: ReactNode) => ReactNode
}

// a build that comes from a daemon has none to search, and goes without the code
const DaemonSearch = isStatic
  ? lazyPart(async () => (await import('./daemon-search.tsx')).DaemonSearch)
  : () => null

/** The app, as soon as whoever it asks is there. */
export function Start({ choice, loadDemo, router }: StartProps) {
  const app = (client: AssistantClient) => <App client={client} router={router} />
  const demo = <DemoApp load={loadDemo} app={app} />
  return (
    <Net>
      {choice.kind === 'daemon' && app(choice.client)}
      {choice.kind === 'demo' && demo}
      {choice.kind === 'search' && (
        <Suspense fallback={<Waiting />}>
          <DaemonSearch app={app} demo={demo} />
        </Suspense>
      )}
    </Net>
  )
}
