import type { AssistantClient } from '@shortlist/client/assistant-client'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { type ReactNode, Suspense, useState } from 'react'
import { Waiting } from './waiting.tsx'

interface DemoAppProps {
  /** Makes the client that answers by itself. */
  readonly load: () => Promise<AssistantClient>
  readonly app: (client: AssistantClient) => ReactNode
}

/** The app on top of the demo, whose code is loaded first. */
export function DemoApp({ load, app }: DemoAppProps) {
  const [Loaded] = useState(() => lazyPart(() => appOn(load, app)))
  return (
    <Suspense fallback={<Waiting />}>
      <Loaded />
    </Suspense>
  )
}

async function appOn(load: DemoAppProps['load'], app: DemoAppProps['app']) {
  const client = await load()
  return () => app(client)
}
