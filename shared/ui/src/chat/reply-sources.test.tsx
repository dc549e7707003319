import { createFakeClient } from '@shortlist/client/testing/fake-client'
import type { StoredMessage } from '@shortlist/contracts/chat'
import type { Source } from '@shortlist/contracts/source'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ask, openChat, tell } from '../testing/open-chat.tsx'
import { fortyLines } from '../testing/show-sources.tsx'

const source: Source = {
  fileId: 'f1',
  path: 'notes/tides.md',
  firstLine: 12,
  lastLine: 13,
  heading: '',
}
const name = 'notes/tides.md, lines 12-13'

const chip = () => screen.findByRole('button', { name })

it('shows the sources of a reply when it has ended', async () => {
  const chat = openChat()
  const about = await ask(chat, 'When?')
  tell(chat.fake, 'chat-chunk', { ...about, fullResponse: 'Hourly' })
  expect(screen.queryByText('Sources')).toBeNull()

  tell(chat.fake, 'chat-complete', {
    ...about,
    fullResponse: 'Hourly.',
    contextPercent: 1,
    sources: [source],
  })

  const reply = (await chip()).closest('article')
  expect(reply).toHaveTextContent(/Hourly\./)
})

it('shows the sources of a reply that was stopped', async () => {
  const chat = openChat()
  const about = await ask(chat, 'When?')

  tell(chat.fake, 'chat-stopped', { ...about, fullResponse: 'Hour', sources: [source] })

  expect(await chip()).toBeVisible()
})

it('shows the sources of a reply that failed in the middle, above its error', async () => {
  const chat = openChat()
  const about = await ask(chat, 'When?')

  const fullResponse = 'Hour'
  tell(chat.fake, 'chat-error', { ...about, error: 'Cut', fullResponse, sources: [source] })

  expect((await chip()).closest('article')).toHaveTextContent(/Hour/)
})

it('shows none where a reply had none', async () => {
  const chat = openChat()
  const about = await ask(chat, 'When?')

  tell(chat.fake, 'chat-complete', { ...about, fullResponse: 'Hourly.', contextPercent: 1 })

  expect(await screen.findByText('Hourly.')).toBeVisible()
  expect(screen.queryByText('Sources')).toBeNull()
})

it('shows the same sources when the chat is read again, and opens one', async () => {
  const kept = { ...source, fileId: 'file-1' }
  const messages: StoredMessage[] = [
    { role: 'user', content: 'When?', messageId: 'm1' },
    { role: 'bot', content: 'Hourly.', messageId: 'm1', sources: [kept] },
  ]
  const client = createFakeClient({ messages: { ada_1: messages } })
  client.folders.receive([{ path: kept.path, text: fortyLines }])
  const { user } = openChat({ chatId: 'ada_1' }, client)

  await user.click(await chip())

  const dialog = within(await screen.findByRole('dialog', { name: kept.path }))
  expect(await dialog.findByText('line 13')).toBeVisible()
})

it('does not stop a reply when a source is closed with Escape', async () => {
  const messages: StoredMessage[] = [
    { role: 'user', content: 'When?', messageId: 'm1' },
    { role: 'bot', content: 'Hourly.', messageId: 'm1', sources: [source] },
  ]
  const chat = openChat({ chatId: 'ada_1' }, createFakeClient({ messages: { ada_1: messages } }))
  await chip()
  const about = await ask(chat, 'And then?')
  tell(chat.fake, 'chat-chunk', { ...about, fullResponse: 'Then' })

  await chat.user.click(await chip())
  await screen.findByRole('dialog')
  await chat.user.keyboard('{Escape}')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(chat.fake.calls.map(([called]) => called)).not.toContain('stop')
})
