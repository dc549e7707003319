import type { AssistantClient } from '@shortlist/client/assistant-client'
import { AssistantProvider } from '@shortlist/ui/assistant-provider.tsx'
import type { ReactNode } from 'react'
import { UploadProvider } from '../features/folder-upload/upload-provider.tsx'
import { Pages } from './pages.tsx'
import { Shell } from './shell.tsx'

interface AppProps {
  readonly client: AssistantClient
  /** The router around the whole app: the browser's, or one in memory. */
  readonly router: (app: ReactNode) => ReactNode
}

/** The web app on top of the client that the host has chosen. */
export function App({ client, router }: AppProps) {
  return (
    <AssistantProvider client={client}>
      <UploadProvider>
        {router(
          <Shell>
            <Pages />
          </Shell>,
        )}
      </UploadProvider>
    </AssistantProvider>
  )
}
