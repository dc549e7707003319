import type { AssistantClient } from '@shortlist/client/assistant-client'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '../app/app.tsx'
import { MemoryRouter, useLocation } from '../host/router.ts'

type Entry = string | { readonly pathname: string; readonly state: unknown }

/** The whole web app at an address, with a user to act and the address that is shown. */
export function renderApp(client: AssistantClient, entry: Entry = '/') {
  let path = ''
  function Address() {
    const { pathname, search } = useLocation()
    path = pathname + search
    return null
  }

  render(
    <MemoryRouter initialEntries={[entry]}>
      <App client={client} />
      <Address />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), path: () => path }
}
