import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient } from '@shortlist/client/testing/fake-client'
import type { Excerpt } from '@shortlist/contracts/chat'
import { screen, waitFor, within } from '@testing-library/react'
import type { SetStateAction } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ask, messageBox, openChat, tell } from '../testing/open-chat.tsx'

const selection: Excerpt = {
  kind: 'selection',
  title: 'Tide tables',
  url: 'https://example.com/tides?day=1',
  text: 'High water is at noon.',
}

const page: Excerpt = { ...selection, kind: 'page', text: `${'word '.repeat(40)}the end` }

const card = (name: string) => screen.findByRole('figure', { name })

/** A chat whose host keeps the excerpt, as a side panel does. */
function openAbout(first: Excerpt | null, fake = createFakeClient()) {
  const onExcerptChange = vi.fn()
  let kept = first
  const props = () => ({ chatId: 'ada_1', attached: [kept, change] as const })

  function attach(next: Excerpt | null): void {
    kept = next
    chat.change(props())
  }

  function change(next: SetStateAction<Excerpt | null>): void {
    const changed = typeof next === 'function' ? next(kept) : next
    if (changed !== kept) onExcerptChange(changed)
    attach(changed)
  }

  const chat = openChat(props(), fake)
  return { ...chat, onExcerptChange, attach }
}

const isReady = () => screen.findByText('What are we working on?')

describe('an attached excerpt', () => {
  it('stands above the box with title, host and beginning', async () => {
    openAbout(selection)

    const shown = within(await card('Selection from Tide tables'))
    expect(shown.getByText('Tide tables')).toBeVisible()
    expect(shown.getByText('High water is at noon.')).toBeVisible()
    const link = shown.getByRole('link', { name: 'example.com' })
    expect(link).toHaveAttribute('href', 'https://example.com/tides?day=1')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(link).toHaveAttribute('target', '_blank')
  })

  it('of a page shows 80 characters, how much it is, and on demand all that is sent', async () => {
    const { user } = openAbout(page)
    const shown = within(await card('Page Tide tables'))
    expect(shown.getByText(`${'word '.repeat(16).slice(0, 80)}...`)).toBeVisible()
    expect(shown.getByText('207 characters, ~63 tokens')).toBeVisible()

    await user.click(shown.getByRole('button', { name: 'Show all' }))

    expect(shown.getByText(/the end$/)).toBeVisible()
    expect(shown.getByText(page.url)).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Show less' }))
    expect(shown.queryByText(/the end$/)).toBeNull()
  })

  it('takes the focus to the box, and so does its removal', async () => {
    const { user, attach, onExcerptChange } = openAbout(null)
    await isReady()
    expect(messageBox()).not.toHaveFocus()

    attach(selection)
    expect(messageBox()).toHaveFocus()
    expect(messageBox()).toHaveAccessibleDescription('About Tide tables')

    await user.click(await screen.findByRole('button', { name: 'Remove Tide tables' }))
    expect(onExcerptChange).toHaveBeenCalledExactlyOnceWith(null)
    expect(screen.queryByRole('figure')).toBeNull()
    expect(messageBox()).toHaveFocus()
  })

  it('is counted by the meter', async () => {
    const { attach } = openAbout(null)
    await isReady()
    const unsent = () => screen.getByRole('meter').lastElementChild
    expect(unsent()).toHaveStyle({ width: '0%' })

    attach({ ...page, title: '', url: '', text: 'a'.repeat(2518) })

    expect(unsent()).toHaveStyle({ width: '10%' })
  })

  it('names the host where there is no title, and opens nothing but web addresses', async () => {
    const { attach } = openAbout({ ...selection, title: ' ' })
    await card('Selection from example.com')

    attach({ ...selection, title: '', url: 'javascript://example.com/%0aalert(1)' })

    await card('Selection from untitled page')
    expect(messageBox()).toHaveAccessibleDescription('About untitled page')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('shows what a page says as text', async () => {
    const text = '<img src="https://evil.example/x"> **bold** ](https://evil.example)'
    openAbout({ ...selection, text })

    const shown = within(await card('Selection from Tide tables'))
    expect(shown.getByText(text)).toBeVisible()
    expect(shown.queryByRole('img')).toBeNull()
    expect(shown.getAllByRole('link')).toHaveLength(1)
  })
})

describe('a question about an excerpt', () => {
  it('takes it along once', async () => {
    const chat = openAbout(selection)
    await isReady()

    const first = await ask(chat, 'When is high water?')

    expect(chat.fake.sent[0]).toMatchObject({ question: 'When is high water?', excerpt: selection })
    expect(chat.onExcerptChange).toHaveBeenCalledExactlyOnceWith(null)
    const asked = within(screen.getByRole('article', { name: 'You' }))
    expect(await asked.findByRole('figure', { name: 'Selection from Tide tables' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Remove Tide tables' })).toBeNull()

    tell(chat.fake, 'chat-complete', { ...first, fullResponse: 'At noon.', contextPercent: 9 })
    await ask(chat, 'And low water?')
    expect(chat.fake.sent[1]).not.toHaveProperty('excerpt')
  })

  it('gives it back when the session is over', async () => {
    const chat = openAbout(selection)
    await isReady()
    chat.fake.fail('send', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))

    await ask(chat, 'When?')

    await waitFor(() => expect(chat.host.onSignedOut).toHaveBeenCalledOnce())
    expect(chat.onExcerptChange.mock.calls).toEqual([[null], [selection]])
  })

  it('gives it back over nothing that came meanwhile', async () => {
    const chat = openAbout(selection)
    await isReady()
    chat.fake.fail('send', new CallFailed(401, 'AUTHENTICATION_REQUIRED'))
    const letGo = chat.fake.hold('send')
    await ask(chat, 'When?').catch(() => {})

    chat.attach(page)
    letGo()

    await waitFor(() => expect(chat.host.onSignedOut).toHaveBeenCalledOnce())
    expect(chat.onExcerptChange.mock.calls).toEqual([[null]])
  })

  it('that failed can be asked again with it, in a host that keeps none too', async () => {
    const stored = [
      { role: 'user', content: 'When?', messageId: 'm0', excerpt: selection },
    ] as const
    const failed = { role: 'bot', content: '', messageId: 'm0', error: 'No model' } as const
    const fake = createFakeClient({ messages: { ada_1: [...stored, failed] } })
    const chat = openChat({ chatId: 'ada_1' }, fake)

    await chat.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(messageBox()).toHaveValue('When?')
    expect(await screen.findByRole('button', { name: 'Remove Tide tables' })).toBeVisible()
    await chat.user.keyboard('{Enter}')

    expect(fake.sent[0]).toMatchObject({ question: 'When?', excerpt: selection })
    expect(screen.queryByRole('button', { name: 'Remove Tide tables' })).toBeNull()
  })

  it('from another client shows what it is about', async () => {
    const chat = openAbout(null)
    await isReady()

    tell(chat.fake, 'chat-started', {
      chatId: 'ada_1',
      messageId: 'm9',
      mode: 'chat',
      question: 'When?',
      excerpt: selection,
      startedAt: new Date().toISOString(),
    })

    expect(await card('Selection from Tide tables')).toBeVisible()
  })
})
