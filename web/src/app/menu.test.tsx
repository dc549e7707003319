import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => Promise.all([import('@shortlist/ui/chat/chat-panel.tsx'), import('./menu.tsx')]))

const messages = {
  ada_1: [{ role: 'user', content: 'Hi', timestamp: '2026-11-20T10:00:00Z' }],
} as const

async function openMenu(page = '/', fake = createFakeClient({ messages })) {
  const app = renderApp(fake.client, page)
  await screen.findByRole('main')
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
  await app.user.click(screen.getByRole('button', { name: 'Open menu' }))
  const menu = await screen.findByRole('dialog', { name: 'Menu' })
  return { ...app, ...fake, menu: within(menu) }
}

it('shows the user id and copies it', async () => {
  const { user, menu } = await openMenu()

  expect(menu.getByText('ada')).toBeVisible()
  await user.click(menu.getByRole('button', { name: 'Copy user id' }))

  expect(await navigator.clipboard.readText()).toBe('ada')
  expect(await menu.findByText('Copied')).toBeInTheDocument()
})

it('marks where the user is and leads to the other side', async () => {
  const { user, menu, path } = await openMenu()
  expect(menu.getByRole('link', { name: 'Chat' })).toHaveAttribute('aria-current', 'page')

  await user.click(menu.getByRole('link', { name: 'Gmail MCP' }))

  expect(path()).toBe('/gmail-mcp')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('gives the focus back to its button', async () => {
  const { user } = await openMenu()

  await user.keyboard('{Escape}')

  await waitFor(() => expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus())
})

it('leaves the focus to the page that a link of it has opened', async () => {
  const { user, menu } = await openMenu()

  await user.click(menu.getByRole('link', { name: 'Gmail MCP' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('says why folders cannot be uploaded', async () => {
  const fake = createFakeClient()
  const abilities = { ...fake.client.abilities, folderUploadRefusal: 'Not here.' }
  const { menu } = await openMenu('/', { ...fake, client: { ...fake.client, abilities } })

  const button = menu.getByRole('button', { name: 'File Upload' })
  expect(button).toBeDisabled()
  expect(button).toHaveAccessibleDescription('Not here.')
})

it('deletes all messages after a question', async () => {
  const { user, menu, calls } = await openMenu()

  await user.click(menu.getByRole('button', { name: 'Delete ALL Messages' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete ALL Messages' }))
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('No chats yet. Start a new conversation!')).toBeVisible()
  expect(calls).toContainEqual(['deleteAll'])
})

it.each([
  [new CallFailed(500, 'x'), 'Failed to delete user messages'],
  [
    new CallFailed(502, 'x', { reason: 'proxy' }),
    'Backend server is not running. Please start the backend server.',
  ],
  [
    new CallFailed(404, 'x', { reason: 'missing' }),
    'API endpoint not found. Please check the backend configuration.',
  ],
  [
    new CallFailed(200, 'x', { reason: 'unexpected' }),
    'Server returned an unexpected response. Please check the backend server.',
  ],
])('brings the chats back and says why they could not be deleted (%#)', async (failure, text) => {
  const { user, menu, fail } = await openMenu()
  fail('deleteAll', failure)

  await user.click(menu.getByRole('button', { name: 'Delete ALL Messages' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText(text)).toBeVisible()
  expect(await screen.findByText(/1 message$/)).toBeVisible()
})

it('offers to delete all messages on chat pages only', async () => {
  const { menu } = await openMenu('/gmail-mcp')

  expect(menu.queryByRole('button', { name: 'Delete ALL Messages' })).toBeNull()
})

it('logs out to the sign-in screen', async () => {
  const { user, menu, path } = await openMenu()

  await user.click(menu.getByRole('button', { name: 'Logout' }))

  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(path()).toBe('/auth/signin')
})

it.each([
  [new CallFailed(500, 'x'), 'Failed to sign out'],
  [new CallFailed(0, 'no route'), 'Failed to sign out: no route'],
])('stays signed in and says so when logging out fails (%#)', async (failure, text) => {
  const { user, menu, fail, path } = await openMenu()
  fail('signOut', failure)

  await user.click(menu.getByRole('button', { name: 'Logout' }))

  expect(await screen.findByText(text)).toBeVisible()
  expect(path()).toBe('/')
})

it('shows no Logout where the client has none', async () => {
  const fake = createFakeClient()
  const abilities = { ...fake.client.abilities, canSignOut: false }
  const { menu } = await openMenu('/', { ...fake, client: { ...fake.client, abilities } })

  expect(menu.queryByRole('button', { name: 'Logout' })).toBeNull()
})

it('leads to the settings', async () => {
  const { user, menu, path } = await openMenu()

  await user.click(menu.getByRole('link', { name: 'Settings' }))

  expect(path()).toBe('/settings/mailbox')
})

it('is locked while a reply runs, and the header says why', async () => {
  const { client, emit, sent } = createFakeClient({ messages })
  const { user } = renderApp(client, '/chat')
  await user.type(await screen.findByLabelText('Message'), 'Hello{Enter}')

  const button = screen.getByRole('button', { name: 'Open menu' })
  await waitFor(() => expect(button).toBeDisabled())
  expect(screen.getByText('Generating...')).toBeInTheDocument()

  const { messageId = '', chatId = '' } = sent[0] ?? {}
  act(() => emit('chat-complete', { messageId, chatId, fullResponse: 'Hi', contextPercent: 10 }))

  await waitFor(() => expect(button).toBeEnabled())
  expect(screen.queryByText('Generating...')).toBeNull()
})
