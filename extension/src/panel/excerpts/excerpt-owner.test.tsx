import '../../testing/with-fake-browser.ts'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { handOver } from '../../host/handover.ts'
import { openPanel, WINDOW } from '../testing/open-panel.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('../menu.tsx'))
beforeEach(() => fakeBrowser.reset())

const excerpt = {
  kind: 'selection',
  title: 'Inbox of Ada',
  url: 'https://mail.example/',
  text: 'Private words',
} as const
const field = () => screen.findByRole('textbox', { name: 'Message' })

async function openWithExcerpt() {
  const fake = createFakeClient()
  const { user } = openPanel(fake)
  await field()
  await act(() => handOver(WINDOW, { excerpt }))
  expect(await screen.findByText('Private words')).toBeVisible()
  return { fake, user }
}

/** The session ends in a tab. */
async function expire({ client, emit }: ReturnType<typeof createFakeClient>): Promise<void> {
  await client.accounts.signOut()
  act(() => emit('reconnected', {}))
  await screen.findByText('Session ended')
}

async function signIn(user: UserEvent, email: string): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await field()
}

it('is gone for whoever signs in after a logout', async () => {
  const { user } = await openWithExcerpt()
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('button', { name: 'Logout' }))

  await signIn(user, 'bob@example.com')

  expect(screen.queryByText('Private words')).toBeNull()
})

it('is gone for somebody else after a session that has expired', async () => {
  const { fake, user } = await openWithExcerpt()
  await expire(fake)

  await signIn(user, 'bob@example.com')

  expect(screen.queryByText('Private words')).toBeNull()
})

it('waits for the same account after a session that has expired', async () => {
  const { fake, user } = await openWithExcerpt()
  await expire(fake)

  await signIn(user, 'ada@example.com')

  await waitFor(() => expect(screen.getByText('Private words')).toBeVisible())
})
