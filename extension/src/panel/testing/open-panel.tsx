import '../../testing/with-fake-browser.ts'
import type { FakeClient } from '@shortlist/client/testing/fake-client'
import { AssistantProvider } from '@shortlist/ui/assistant-provider.tsx'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { Frame } from '../app.tsx'

/** The window that the panel belongs to. */
export const WINDOW = 1

/** The panel of a window as it opens, somebody to use it, and what its parts have thrown. */
export function openPanel({ client }: FakeClient) {
  const shown = { id: WINDOW, focused: true, incognito: false, alwaysOnTop: false }
  Object.assign(fakeBrowser.windows, { getCurrent: async () => shown })
  const crashes: unknown[] = []
  const { unmount } = render(
    <AssistantProvider client={client}>
      <Frame />
    </AssistantProvider>,
    { onCaughtError: (error) => crashes.push(error) },
  )
  return { user: userEvent.setup(), close: unmount, crashes }
}

/** The addresses of the tabs that the panel has opened, oldest first. */
export async function openedTabs(): Promise<readonly (string | undefined)[]> {
  return (await fakeBrowser.tabs.query({})).map(({ url }) => url)
}
