import type { AssistantClient } from '@shortlist/client/assistant-client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BusyProvider } from '../busy.tsx'
import { ClientContext } from '../client-provider.tsx'
import { UndoProvider } from '../shell/undo.tsx'

/** Renders a part of a screen with all that it finds above itself in a host. */
export function renderWithClient(client: AssistantClient, screen: ReactNode): RenderResult {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(screen, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>
        <ClientContext value={client}>
          <BusyProvider>
            <UndoProvider userId="ada">{children}</UndoProvider>
          </BusyProvider>
        </ClientContext>
      </QueryClientProvider>
    ),
  })
}
