import type { AssistantClient } from '@shortlist/client/assistant-client'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SessionProvider, useSession } from './auth/session.tsx'
import { BusyProvider } from './busy.tsx'
import { ClientContext } from './client-provider.tsx'
import { MailHost } from './mail/mail-provider.tsx'
import { UndoProvider } from './shell/undo.tsx'
import { Toasts } from './toasts/toasts.tsx'

interface AssistantProviderProps {
  readonly client: AssistantClient
  readonly children: ReactNode
}

/**
 * What every host has around its screens: the client, who is signed in, what is going on, the sync
 * of the account, and the place for toasts.
 */
export function AssistantProvider({ client, children }: AssistantProviderProps) {
  const [cache] = useState(createCache)
  return (
    <QueryClientProvider client={cache}>
      <ClientContext value={client}>
        <SessionProvider>
          <BusyProvider>
            <Acts>
              <MailHost>{children}</MailHost>
            </Acts>
            <Toasts />
          </BusyProvider>
        </SessionProvider>
      </ClientContext>
    </QueryClientProvider>
  )
}

/** What the signed-in account has done can be undone on every screen. */
function Acts({ children }: { readonly children: ReactNode }) {
  return <UndoProvider userId={useSession().userId}>{children}</UndoProvider>
}

// what is set before an answer is seen with the next frame
notifyManager.setScheduler(queueMicrotask)

function createCache(): QueryClient {
  // a refusal is shown at once with its Retry, and an absent daemon is watched for anyway
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
