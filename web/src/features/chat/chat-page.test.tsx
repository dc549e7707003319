import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render-app.tsx'

const box = () => screen.findByLabelText('Message')

it('replaces the address at the first message without starting over', async () => {
  const { client, sent } = createFakeClient()
  const { user, path } = renderApp(client, '/chat')

  await user.type(await box(), 'Explain closures{Enter}')

  await waitFor(() => expect(path()).toMatch(/^\/chat\/ada_\d+$/))
  expect(path()).toBe(`/chat/${sent[0]?.chatId}`)
  expect(screen.getByText('Explain closures')).toBeVisible()
})

it('opens another chat with a clean screen', async () => {
  const message = { role: 'user', content: 'An old question' } as const
  const { client } = createFakeClient({ messages: { ada_1: [message] } })
  const { user, path } = renderApp(client, '/chat/ada_1')
  await screen.findByText('An old question')

  await user.keyboard('{Control>}{Shift>}o{/Shift}{/Control}')

  await waitFor(() => expect(path()).toBe('/chat'))
  expect(screen.queryByText('An old question')).toBeNull()
})

it('leaves a chat that another client deletes, with what was being written', async () => {
  const message = { role: 'user', content: 'An old question' } as const
  const { client, emit } = createFakeClient({ messages: { ada_1: [message] } })
  const { user, path } = renderApp(client, '/chat/ada_1')
  await screen.findByText('An old question')
  await user.type(await box(), 'And another')

  act(() => emit('chats-removed', { chatId: 'ada_2' }))
  expect(path()).toBe('/chat/ada_1')
  act(() => emit('chats-removed', { chatId: 'ada_1' }))

  await waitFor(() => expect(path()).toBe('/chat'))
  expect(await box()).toHaveValue('And another')
  expect(await screen.findByText('This chat was deleted elsewhere.')).toBeVisible()
})

it('keeps the mode from one visit to the next', async () => {
  const { client } = createFakeClient()
  const { user, path } = renderApp(client, '/chat')
  await user.click(await screen.findByRole('button', { name: 'Coding' }))

  await user.click(screen.getByRole('button', { name: /^Back/ }))
  await waitFor(() => expect(path()).toBe('/'))
  await user.click((await screen.findAllByRole('link', { name: 'New Chat' }))[0] ?? document.body)

  expect(await screen.findByRole('heading', { name: 'Code Assistant' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Code Assistant - Shortlist'))
})

const oldChats = {
  ada_1: [
    { role: 'user', content: 'An old question', mode: 'chat' },
    { role: 'bot', content: 'An old answer', mode: 'chat' },
  ],
} as const

it('opens a chat in the mode of its last message, which is not the choice for new chats', async () => {
  const { client } = createFakeClient({ messages: oldChats })
  const { user, path } = renderApp(client, '/chat/ada_1')
  await screen.findByText('An old answer')
  expect(await screen.findByRole('heading', { name: 'Code Assistant' })).toBeVisible()

  await user.keyboard('{Control>}{Shift>}o{/Shift}{/Control}')

  await waitFor(() => expect(path()).toBe('/chat'))
  expect(await screen.findByRole('heading', { name: 'Career Coach' })).toBeVisible()
})

it('keeps the mode of the open chat when another tab chooses one', async () => {
  const { client } = createFakeClient()
  renderApp(client, '/chat')
  await box()

  act(() => {
    localStorage.setItem('shortlist.mode', 'chat')
    window.dispatchEvent(new Event('storage'))
  })

  expect(screen.getByRole('heading', { name: 'Career Coach' })).toBeVisible()
})

it('asks to sign in again when the session ends in the middle, and leads back', async () => {
  const { client, fail } = createFakeClient()
  const { user, path } = renderApp(client, '/chat')
  fail('send', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))

  await user.type(await box(), 'Hello{Enter}')

  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(path()).toBe('/auth/signin')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await waitFor(() => expect(path()).toMatch(/^\/chat/))
})

it('begins a new chat by a single key, unless single keys are off', async () => {
  const { client } = createFakeClient()
  localStorage.setItem('shortlist.single-keys', 'off')
  const { user, path } = renderApp(client, '/')
  await screen.findByRole('heading', { name: 'Chat History' })
  await user.keyboard('n')
  expect(path()).toBe('/')

  act(() => {
    localStorage.removeItem('shortlist.single-keys')
    window.dispatchEvent(new Event('storage'))
  })
  await user.keyboard('n')

  await waitFor(() => expect(path()).toBe('/chat'))
})
