import '../testing/with-fake-browser.ts'
import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import type { StoredMessage } from '@shortlist/contracts/chat'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { handOver } from '../host/handover.ts'
import { openPanel, WINDOW } from './testing/open-panel.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('@shortlist/ui/primitives/dialog.tsx'))
beforeEach(() => fakeBrowser.reset())

const field = () => screen.findByRole('textbox', { name: 'Message' })
const back = () => screen.findByRole('button', { name: 'Back to Chats' })
const history = () => screen.findByRole('heading', { name: 'Chat History' })
const said = (content: string): StoredMessage[] => [{ role: 'user', content }]

function twoChats(): FakeClient {
  const fake = createFakeClient({ messages: { ada_2: said('Throttle it'), ada_1: said('Hi') } })
  fake.chats.setTitle('ada_1', 'Greetings')
  fake.chats.setTitle('ada_2', 'Throttle')
  return fake
}

/** The panel of somebody who has opened the chat "Greetings" in it. */
async function inGreetings(fake = twoChats()) {
  const panel = openPanel(fake)
  await panel.user.click(await back())
  await panel.user.click(await screen.findByRole('link', { name: 'Greetings' }))
  await screen.findByText('Hi')
  return { ...fake, ...panel }
}

describe('the list of chats', () => {
  it('takes the place of the conversation, has the focus, and opens a chat to write in', async () => {
    const { user } = openPanel(twoChats())
    await user.click(await back())
    expect(await history()).toHaveFocus()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()

    const link = await screen.findByRole('link', { name: 'Throttle' })
    expect(link).toHaveAttribute('href', 'http://localhost:4000/chat/ada_2')
    await user.click(link)

    expect(await screen.findByText('Throttle it')).toBeVisible()
    expect(await field()).toHaveFocus()
  })

  it('is left by Escape for the conversation before, but not while it asks', async () => {
    const { user } = await inGreetings()
    await user.click(await back())

    await user.click(await screen.findByRole('button', { name: 'Delete chat Throttle' }))
    await screen.findByRole('alertdialog')
    await user.keyboard('{Escape}')
    expect(await history()).toBeVisible()
    await user.keyboard('{Escape}')

    expect(await screen.findByText('Hi')).toBeVisible()
    expect(await field()).toHaveFocus()
  })

  it('is not left by the Escape that empties its field of search', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `ada_${at}`)
    const messages = Object.fromEntries(names.map((name) => [name, said('Hi')]))
    const { user } = openPanel(createFakeClient({ messages }))
    await user.click(await back())
    const search = await screen.findByRole('searchbox')
    await user.type(search, 'x{Escape}')
    expect(await history()).toBeVisible()

    await user.clear(search)
    await user.keyboard('{Escape}')

    expect(await field()).toHaveFocus()
  })

  it('shows a chat that another client begins, and forgets one that it deletes', async () => {
    const fake = twoChats()
    const { user } = openPanel(fake)
    await user.click(await back())
    await screen.findByRole('link', { name: 'Throttle' })

    await fake.client.chats.send({
      question: 'New',
      mode: 'chat',
      chatId: 'ada_3',
      messageId: 'm3',
    })
    act(() => fake.emit('chat-chunk', { messageId: 'm3', chatId: 'ada_3', fullResponse: 'Yes' }))
    expect(await screen.findByRole('link', { name: 'title generating...' })).toBeVisible()

    await fake.client.chats.delete('ada_2')
    act(() => fake.emit('chats-removed', { chatId: 'ada_2' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Throttle' })).toBeNull())
  })

  it('leads to the sign-in when the session is over', async () => {
    const fake = twoChats()
    const { user } = openPanel(fake)
    fake.fail('list', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))
    await user.click(await back())

    await user.click(await screen.findByRole('button', { name: 'Sign In' }))

    expect(await screen.findByText('Session ended')).toBeVisible()
  })
})

describe('the open chat', () => {
  it('is there when the panel opens again, for the same account', async () => {
    const { close, client, ...fake } = await inGreetings()
    close()

    openPanel({ ...fake, client })

    expect(await screen.findByText('Hi')).toBeVisible()
  })

  it('is not opened for somebody else', async () => {
    const { close } = await inGreetings()
    close()

    const eve = { id: 'eve', email: 'eve@example.com' }
    const fake = createFakeClient({ account: eve, messages: { ada_1: said('Hi') } })
    openPanel(fake)

    await field()
    expect(fake.calls.filter(([name]) => name === 'messages')).toEqual([])
  })

  it('is the new one from its first message on', async () => {
    const fake = createFakeClient()
    const first = openPanel(fake)
    await first.user.type(await field(), 'Hello{Enter}')
    await waitFor(() => expect(fake.sent).toHaveLength(1))
    first.close()

    openPanel(fake)

    expect(await screen.findByText('Hello')).toBeVisible()
  })

  it('gives way to a new one when any client deletes it, with what was typed into it', async () => {
    const { user, emit } = await inGreetings()
    await user.type(await field(), 'half a thought')

    act(() => emit('chats-removed', { chatId: 'ada_2' }))
    expect(screen.getByText('Hi')).toBeVisible()
    act(() => emit('chats-removed', {}))

    await waitFor(() => expect(screen.queryByText('Hi')).toBeNull())
    expect(await field()).toHaveValue('half a thought')
    expect(await screen.findByText('This chat was deleted elsewhere.')).toBeVisible()
  })

  it('gives way silently while the list is shown, where somebody has just deleted it', async () => {
    const { user, emit } = await inGreetings()
    await user.click(await back())
    act(() => emit('chats-removed', { chatId: 'ada_1' }))
    expect(await history()).toBeVisible()

    await user.keyboard('{Escape}')

    expect(await screen.findByText('What are we working on?')).toBeVisible()
    expect(screen.queryByText('This chat was deleted elsewhere.')).toBeNull()
  })

  it('is a new one where it was deleted while no panel was open', async () => {
    const { close, client, ...fake } = await inGreetings()
    close()
    await client.chats.delete('ada_1')

    const { user } = openPanel({ ...fake, client })
    await waitFor(() => expect(localStorage.getItem('shortlist.panel')).not.toContain('ada_1'))
    await user.type(await field(), 'Hello{Enter}')

    await waitFor(() => expect(fake.sent).toHaveLength(1))
    expect(fake.sent[0]?.chatId).not.toBe('ada_1')
  })
})

describe('what comes from a page', () => {
  const excerpt = {
    kind: 'selection',
    title: 'A job',
    url: 'https://jobs.example/1',
    text: 'We look for somebody.',
  } as const

  it('leads from the mails to a conversation, and goes with the question', async () => {
    const fake = twoChats()
    const { user } = openPanel(fake)
    await user.click(await back())
    await user.click(screen.getByRole('tab', { name: 'Mail' }))

    await act(() => handOver(WINDOW, { excerpt }))

    expect(screen.getByRole('tab', { name: 'Chat' })).toHaveAttribute('aria-selected', 'true')
    const box = await field()
    expect(box).toHaveFocus()
    expect(fake.sent).toEqual([])
    await user.type(box, 'Should I apply?{Enter}')
    await waitFor(() => expect(fake.sent).toMatchObject([{ question: 'Should I apply?', excerpt }]))
  })

  it('waits for a panel that opens later', async () => {
    await handOver(WINDOW, { excerpt })
    const { user } = openPanel(createFakeClient())

    await user.click(await screen.findByRole('tab', { name: 'Chat' }))

    expect(await screen.findByText(/We look for somebody\./)).toBeVisible()
  })
})
