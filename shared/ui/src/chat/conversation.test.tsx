import { CallFailed } from '@shortlist/client/call-failed'
import { act, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ask, messageBox, openChat, tell } from '../testing/open-chat.tsx'
import { Toasts } from '../toasts/toasts.tsx'

// what is loaded when it is first shown takes longer than a test waits
beforeAll(() => import('../toasts/toast-area.tsx'))

describe('a reply', () => {
  it('is processed, streamed and finished', async () => {
    const chat = openChat()
    const reply = await ask(chat, 'Hi')
    expect(screen.getByText('Processing...')).toBeVisible()
    expect(screen.getByText('Starting...')).toBeVisible()
    expect(screen.getByText('Generating your response...')).toBeVisible()
    expect(chat.host.onBusyChange).toHaveBeenLastCalledWith(true)

    tell(chat.fake, 'chat-chunk', { ...reply, fullResponse: 'Hel' })
    expect(await screen.findByText('Hel')).toBeVisible()
    expect(screen.getByText('Streaming...')).toBeVisible()

    const end = { fullResponse: 'Hello', contextPercent: 43.7, responseTime: 4000 }
    tell(chat.fake, 'chat-complete', { ...reply, ...end })
    expect(screen.getByText('Hello')).toBeVisible()
    expect(screen.getByText(/^4s · /)).toBeVisible()
    expect(screen.getByText('43.7% context used')).toBeVisible()
    expect(screen.queryByText('Generating your response...')).toBeNull()
    expect(chat.host.onBusyChange).toHaveBeenLastCalledWith(false)
  })

  it('keeps its host busy no longer than it is on the screen', async () => {
    const chat = openChat()
    await ask(chat, 'Hi')

    chat.unmount()

    expect(chat.host.onBusyChange).toHaveBeenLastCalledWith(false)
  })

  it('is asked for a title a while after it is complete', async () => {
    const chat = openChat()
    const reply = await ask(chat, 'Hi')
    vi.useFakeTimers({ toFake: ['setTimeout'] })

    tell(chat.fake, 'chat-complete', { ...reply, fullResponse: 'Hello', contextPercent: 9 })
    await act(() => vi.advanceTimersByTimeAsync(5000))

    expect(chat.fake.calls).toContainEqual(['summarize', reply.chatId, 'Hi'])
  })

  it.each([
    ['chat-complete', { fullResponse: 'Hello', contextPercent: 9 }, 'Hello'],
    ['chat-stopped', { fullResponse: '' }, '⏹ Response stopped'],
  ] as const)('that ends with the answer to the question is shown: %s', async (name, end, text) => {
    const chat = openChat()
    const release = chat.fake.hold('send')
    const reply = await ask(chat, 'Hi')

    tell(chat.fake, name, { ...reply, ...end } as never)
    await act(async () => release())

    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByText('Processing...')).toBeNull()
    expect(screen.queryByText('Generating your response...')).toBeNull()
  })

  it('that fails leaves its reason in red and can be asked again', async () => {
    const chat = openChat()
    const reply = await ask(chat, 'Hi')

    tell(chat.fake, 'chat-error', { ...reply, error: 'The model is away.' })

    const error = screen.getByRole('article', { name: 'Error' })
    expect(error).toHaveTextContent('Error: The model is away.')
    expect(screen.getByRole('alert')).toHaveTextContent('Error: The model is away.')
    await chat.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(messageBox()).toHaveValue('Hi')
    expect(messageBox()).toHaveFocus()
  })

  it('that the browser does not let be copied says so', async () => {
    render(<Toasts />)
    const chat = openChat()
    const reply = await ask(chat, 'Hi')
    tell(chat.fake, 'chat-complete', { ...reply, fullResponse: 'Hello', contextPercent: 9 })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'))

    await chat.user.click(screen.getByRole('button', { name: 'Copy message' }))

    expect(await screen.findByText('The browser did not allow copying.')).toBeVisible()
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('of another chat is not shown', async () => {
    const chat = openChat()
    const { messageId } = await ask(chat, 'Hi')

    tell(chat.fake, 'chat-error', { messageId, chatId: 'ada_other', error: 'Not here' })

    expect(screen.queryByText(/Not here/)).toBeNull()
  })
})

describe('stopping', () => {
  it('stops with the button and keeps the text', async () => {
    const chat = openChat()
    const reply = await ask(chat, 'Hi')
    tell(chat.fake, 'chat-chunk', { ...reply, fullResponse: 'Hel' })
    const letGo = chat.fake.hold('stop')

    await chat.user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(screen.getByRole('button', { name: 'Stopping...' })).toBeDisabled()

    letGo()
    expect(await screen.findByText('⏹ Response stopped')).toBeVisible()
    tell(chat.fake, 'chat-stopped', { ...reply, fullResponse: 'Hell' })
    expect(screen.getByText('Hell')).toBeVisible()
  })

  it('leaves the focus of the button that is gone to the box', async () => {
    const chat = openChat()
    await ask(chat, 'Hi')

    await chat.user.click(screen.getByRole('button', { name: 'Stop' }))

    expect(await screen.findByText('⏹ Response stopped')).toBeVisible()
    expect(messageBox()).toHaveFocus()
  })

  it('stops with Escape', async () => {
    const chat = openChat()
    const { chatId } = await ask(chat, 'Hi')

    await chat.user.keyboard('{Escape}')

    expect(chat.fake.calls).toContainEqual(['stop', chatId])
  })

  it('resets the button and says so when the call fails', async () => {
    const chat = openChat()
    await ask(chat, 'Hi')
    chat.fake.fail('stop', new CallFailed(500, 'no'))

    await chat.user.click(screen.getByRole('button', { name: 'Stop' }))

    expect(chat.host.notify).toHaveBeenCalledWith('error', 'Failed to stop chat')
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeEnabled()
  })
})
