import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { messages, now, type ShownChats, showList } from '../testing/show-chats.tsx'

const asked = { mode: 'chat', question: 'Hi', startedAt: now.toISOString() } as const

const about = { chatId: 'b', messageId: 'm1' }

it.each<[string, (fake: ShownChats) => void]>([
  ['is announced', ({ emit }) => emit('chat-started', { ...about, ...asked })],
  ['has its first words', ({ emit }) => emit('chat-chunk', { ...about, fullResponse: 'Yes' })],
  ['was begun while nobody listened', ({ emit }) => emit('synced', { running: [] })],
])('shows a chat of another client when it %s', async (_when, tell) => {
  const fake = showList({ a: messages(1) }, { a: 'Debounce' })
  fake.show()
  await screen.findByRole('link', { name: 'Debounce' })

  await fake.client.chats.send({ ...about, question: 'Hi', mode: 'chat' })
  act(() => tell(fake))

  expect(await screen.findByRole('link', { name: 'title generating...' })).toBeVisible()
})

it('asks once for all the words of a reply', async () => {
  const { show, emit, calls } = showList({ a: messages(1) }, { a: 'Debounce' })
  show()
  await screen.findByRole('link', { name: 'Debounce' })

  for (const fullResponse of ['Y', 'Ye', 'Yes']) {
    await act(async () => emit('chat-chunk', { ...about, fullResponse }))
  }

  expect(calls.filter(([name]) => name === 'list')).toHaveLength(2)
})

it('takes away a chat that another client has deleted', async () => {
  const { show, client, emit } = showList({ a: messages(1), b: messages(1) }, { a: 'Debounce' })
  show()
  await screen.findByRole('link', { name: 'Debounce' })

  await client.chats.delete('a')
  act(() => emit('chats-removed', { chatId: 'a' }))

  await waitFor(() => expect(screen.queryByRole('link', { name: 'Debounce' })).toBeNull())
})
