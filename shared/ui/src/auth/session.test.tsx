import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { AssistantProvider } from '../assistant-provider.tsx'
import { useSession } from './session.tsx'

/** The session of a page that has asked who is signed in. */
async function open() {
  const { client, hold } = createFakeClient()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AssistantProvider client={client}>{children}</AssistantProvider>
  )
  const { result } = renderHook(useSession, { wrapper })
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  return { client, hold, session: () => result.current }
}

it('has expired where it has ended in another page', async () => {
  const { client, session } = await open()
  await client.accounts.signOut()

  await act(() => session().look())

  expect(session()).toMatchObject({ user: null, ended: 'expired' })
})

it('was left by Logout, also where another page was asked about meanwhile', async () => {
  const { hold, session } = await open()
  const release = hold('me')
  const looking = session().look()

  await act(() => session().signOut())
  release()
  await act(() => looking)

  expect(session()).toMatchObject({ user: null, ended: 'left' })
})
