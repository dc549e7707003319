import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { renderApp } from '../testing/render-app.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('@shortlist/ui/chat/chat-panel.tsx'))

it.each([
  ['/', 'gm', '/gmail-mcp'],
  ['/', 'gc', '/chats'],
  ['/chat', 'gt', '/'],
  ['/', 'gf', '/files'],
  ['/gmail-mcp', 'gh', '/'],
])('from %s the keys %s lead to %s', async (from, keys, address) => {
  const { user, path } = renderApp(createFakeClient().client, from)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open menu' })).toBeEnabled())

  await user.keyboard(keys)

  await waitFor(() => expect(path()).toBe(address))
})

it('the same keys are letters in a field', async () => {
  const { user, path } = renderApp(createFakeClient().client, '/chat')

  await user.type(await screen.findByRole('textbox'), 'gm')

  expect(path()).toBe('/chat')
  expect(screen.getByRole('textbox')).toHaveValue('gm')
})
