import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('../features/mail/mail-screen.tsx'))

it('shows that it loads until it is known who is signed in', async () => {
  const { client, hold } = createFakeClient()
  const release = hold('me')
  const { path } = renderApp(client, '/gmail-mcp')

  expect(screen.getByText('Loading')).toBeInTheDocument()
  expect(path()).toBe('/gmail-mcp')

  release()
  await screen.findByRole('heading', { name: 'Email Sync & Analysis' })
})

it.each(['/', '/chats', '/chat', '/chat/ada_1', '/gmail-mcp', '/files'])(
  'asks a stranger at %s to sign in',
  async (page) => {
    const { client } = createFakeClient({ account: null })
    const { path } = renderApp(client, page)

    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(path()).toBe('/auth/sign-in')
  },
)

it('leads back to where the user came from after signing in', async () => {
  const { client } = createFakeClient({ account: null })
  const { user, path } = renderApp(client, '/gmail-mcp?filter=high')

  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')

  await screen.findByRole('heading', { name: 'Email Sync & Analysis' })
  expect(path()).toBe('/gmail-mcp?filter=high')
})

it('follows a session that ends in another tab or in the panel', async () => {
  const { client, emit } = createFakeClient()
  const { path } = renderApp(client, '/')
  await screen.findByRole('heading', { name: 'Chat History' })

  await client.accounts.signOut()
  act(() => emit('reconnected', {}))

  await screen.findByRole('heading', { name: 'Welcome back' })
  await waitFor(() => expect(path()).toBe('/auth/signin'))
})

it.each(['mail.status', 'calendar.status', 'list'] as const)(
  'goes to the sign-in where the session is over by the answer to %s',
  async (call) => {
    const fake = createFakeClient()
    const page = call === 'list' ? '/' : '/gmail-mcp'
    fake.fail(call, new CallFailed(401, 'AUTHENTICATION_REQUIRED'))
    const { path } = renderApp(fake.client, page)

    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(path()).toBe('/auth/signin')
  },
)

it('says that there is no such page, to anybody', async () => {
  const { client } = createFakeClient({ account: null })
  const { user, path } = renderApp(client, '/nowhere')

  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Go to Chat History' }))
  expect(path()).toBe('/auth/sign-in')
})
