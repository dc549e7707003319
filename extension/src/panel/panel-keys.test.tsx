import '../testing/with-fake-browser.ts'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { openPanel } from './testing/open-panel.tsx'

beforeEach(() => fakeBrowser.reset())

it('changes the view by keys, which leave the open chat as it is', async () => {
  const messages = { ada_1: [{ role: 'user', content: 'Hello there' }] } as const
  localStorage.setItem('shortlist.panel', JSON.stringify({ userId: 'ada', chatId: 'ada_1' }))
  const { user } = openPanel(createFakeClient({ messages }))
  expect(await screen.findByText('Hello there')).toBeVisible()
  screen.getByRole('button', { name: 'Back to Chats' }).focus()

  await user.keyboard('gm')
  expect(screen.getByRole('tab', { name: 'Mail' })).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('gc')

  expect(screen.getByRole('tab', { name: 'Chat' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByText('Hello there')).toBeInTheDocument()
})
