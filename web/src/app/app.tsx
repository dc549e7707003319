import type { AssistantClient } from '@shortlist/client/assistant-client'
import { ClientProvider } from '@shortlist/ui/client-provider.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { UploadProvider } from '../features/folder-upload/upload-provider.tsx'
import { BusyProvider } from '../host/busy.tsx'
import { lazyPart } from '../host/lazy-part.ts'
import { MailHost } from '../host/mail-host.tsx'
import { SessionProvider } from '../host/session.tsx'
import { Pages } from './pages.tsx'
import { Shell } from './shell.tsx'

const ToastArea = lazyPart(async () => (await import('../host/toast-area.tsx')).ToastArea)

interface AppProps {
  readonly client: AssistantClient
  /** The router around the whole app: the browser's, or one in memory. */
  readonly router: (app: ReactNode) => ReactNode
}

/** The web app on top of the client that the host has chosen. */
export function App({ client, router }: AppProps) {
  const [cache] = useState(createCache)
  return (
    <QueryClientProvider client={cache}>
      <ClientProvider client={client}>
        <SessionProvider>
          <BusyProvider>
            <MailHost>
              <UploadProvider>
                {router(
                  <Shell>
                    <Pages />
                  </Shell>,
                )}
              </UploadProvider>
            </MailHost>
            <Suspense>
              <ToastArea />
            </Suspense>
          </BusyProvider>
        </SessionProvider>
      </ClientProvider>
    </QueryClientProvider>
  )
}

function createCache(): QueryClient {
  // a refusal is shown at once with its Retry, and an absent daemon is watched for anyway
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
