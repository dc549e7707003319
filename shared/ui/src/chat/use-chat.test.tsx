import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import type { StoredMessage } from '@shortlist/contracts/chat'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ask, messageBox, openChat, tell } from '../testing/open-chat.tsx'

const conversation: StoredMessage[] = [
  { role: 'user', content: 'Hi', messageId: 'm0' },
  { role: 'bot', content: 'Hello **you**', messageId: 'm0', responseTime: 4000 },
]

const openStored = (mode: 'chat' | 'coach' = 'chat') =>
  openChat({ chatId: 'ada_1', mode }, createFakeClient({ messages: { ada_1: conversation } }))

describe('a question that cannot be sent', () => {
  it.each([
    [new CallFailed(0, 'fetch failed'), 'Failed to send message. Please try again.'],
    [new CallFailed(413, 'Too large'), 'Failed to send chat message: Too large'],
    [
      new CallFailed(200, 'odd', { reason: 'unexpected' }),
      'Unable to get response from server. Please try again.',
    ],
  ])('says why (%s)', async (failure, text) => {
    const chat = openChat()
    chat.fake.fail('send', failure)

    await ask(chat, 'Hi')

    expect(await screen.findByRole('article', { name: 'Error' })).toHaveTextContent(
      `Error: ${text}`,
    )
    expect(screen.queryByText('Processing...')).toBeNull()
    expect(chat.host.notify.mock.calls).toEqual([['error', 'Failed to send message']])
  })

  it('is not asked for twice where it has arrived and its answer was lost', async () => {
    const fake = createFakeClient()
    const chat = openChat({ chatId: 'ada_1' }, fake)
    await screen.findByText('What are we working on?')
    fake.fail('send', new CallFailed(0, 'fetch failed'))
    await ask(chat, 'Hi')
    await screen.findByRole('article', { name: 'Error' })
    const [, sent] = fake.calls.find(([name]) => name === 'send') ?? []
    const { messageId } = sent as { messageId: string }

    for (const message of conversation) fake.chats.append('ada_1', { ...message, messageId })
    act(() => fake.emit('synced', { running: [] }))

    expect(await screen.findByText('you')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('goes to the sign-in when the session is over, and keeps the text for later', async () => {
    const chat = openChat({ chatId: 'ada_1' })
    await screen.findByText('What are we working on?')
    chat.fake.fail('send', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))

    await ask(chat, 'Hi')

    await waitFor(() => expect(chat.host.onSignedOut).toHaveBeenCalledOnce())
    expect(chat.host.notify).not.toHaveBeenCalled()
    expect(screen.queryByRole('article')).toBeNull()
    chat.unmount()
    openChat({ chatId: 'ada_1' })
    expect(messageBox()).toHaveValue('Hi')
  })
})

describe('opening a chat', () => {
  it('shows skeletons, then the messages and the context', async () => {
    openStored()
    expect(screen.getByText('Loading messages')).toBeInTheDocument()

    expect(await screen.findByText('you')).toBeVisible()
    expect(screen.getByText('Hi')).toBeVisible()
    expect(await screen.findByText('8% context used')).toBeVisible()
  })

  it('asks for the context again when the mode changes', async () => {
    const chat = openStored()
    await screen.findByText('you')

    chat.change({ mode: 'coach' })

    await waitFor(() => expect(chat.fake.calls).toContainEqual(['contextUse', 'ada_1', 'coach']))
  })

  it('shows a context of 0 when it cannot be had', async () => {
    const fake = createFakeClient({ messages: { ada_1: conversation } })
    fake.fail('contextUse', new CallFailed(500, 'no'))
    openChat({ chatId: 'ada_1' }, fake)

    await screen.findByText('you')

    expect(screen.getByText('0% context used')).toBeVisible()
  })

  it('opens a chat without messages as an empty one', async () => {
    openChat({ chatId: 'ada_2' })

    expect(await screen.findByText('What are we working on?')).toBeVisible()
  })

  it('says why it could not, and tries again', async () => {
    const fake = createFakeClient({ messages: { ada_1: conversation } })
    fake.fail('messages', new CallFailed(500, 'Disk is broken'))
    const chat = openChat({ chatId: 'ada_1' }, fake)
    expect(await screen.findByText('Error: Disk is broken')).toBeVisible()

    fake.fail('messages', undefined)
    await chat.user.click(screen.getByRole('button', { name: 'Retry' }))

    expect(await screen.findByText('you')).toBeVisible()
  })

  it('attaches to a reply that runs', async () => {
    const fake = createFakeClient({ messages: { ada_1: conversation } })
    fake.emit('chat-started', { ...elsewhere, startedAt: new Date().toISOString() })
    fake.emit('chat-chunk', { ...elsewhere, fullResponse: 'Once' })
    openChat({ chatId: 'ada_1' }, fake)

    expect(await screen.findByText('Once')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeEnabled()
  })
})

const elsewhere = {
  messageId: 'm9',
  chatId: 'ada_1',
  mode: 'chat',
  question: 'Tell me more',
} as const

describe('what happens elsewhere', () => {
  it('shows a question and its reply from a second tab', async () => {
    const { fake } = openStored()
    await screen.findByText('you')

    tell(fake, 'chat-started', { ...elsewhere, startedAt: new Date().toISOString() })
    tell(fake, 'chat-chunk', { ...elsewhere, fullResponse: 'Once' })

    expect(await screen.findByText('Once')).toBeVisible()
    expect(screen.getByText('Tell me more')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Back to Chats' })).toBeDisabled()
  })

  it('reads the chat again when the end of a reply was missed', async () => {
    const chat = openStored()
    await screen.findByText('you')
    const { messageId } = await ask(chat, 'More?')
    await act(async () =>
      chat.fake.chats.append('ada_1', { role: 'bot', content: 'Stored', messageId }),
    )

    tell(chat.fake, 'synced', { running: [] })

    expect(await screen.findByText('Stored')).toBeVisible()
    expect(screen.queryByText('Generating your response...')).toBeNull()
  })

  it('reads nothing again while its reply still runs', async () => {
    const chat = openStored()
    await screen.findByText('you')
    const { messageId } = await ask(chat, 'More?')

    tell(chat.fake, 'synced', { running: [messageId] })

    expect(chat.fake.calls.filter(([name]) => name === 'messages')).toHaveLength(1)
    expect(screen.getByText('Generating your response...')).toBeVisible()
  })

  it('reads the chat again at the end of a reply that it never heard of', async () => {
    const { fake } = openStored()
    await screen.findByText('you')
    fake.chats.append('ada_1', { role: 'bot', content: 'From afar', messageId: 'm7' })

    tell(fake, 'chat-complete', {
      chatId: 'ada_1',
      messageId: 'm7',
      fullResponse: 'From afar',
      contextPercent: 9,
    })

    expect(await screen.findByText('From afar')).toBeVisible()
  })
})
