import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { renderWithClient } from '../testing/render-with-client.tsx'
import { type ChatMessage, userMessage } from './chat-state.ts'
import type { MessageSetting } from './message.tsx'
import { MessageLog } from './message-log.tsx'

const setting: MessageSetting = {
  origin: 'http://localhost:4000',
  loadRemoteImages: false,
  imageSrc: undefined,
  readImage: async () => new Blob(),
  onStop: () => {},
  onTryAgain: () => {},
  onAskOther: () => {},
}

const log = (messages: readonly ChatMessage[]) => (
  <MessageLog messages={messages} isReplying={false} isStopping={false} setting={setting} />
)

function conversation(count: number): ChatMessage[] {
  return Array.from({ length: count }, (_, index) => userMessage(`m${index}`, `Question ${index}`))
}

/** The observer of the end of the log, and what it was told to watch for. */
const observed = { see: (_isInView: boolean) => {}, options: {} as IntersectionObserverInit }

beforeEach(() => {
  class FakeObserver extends IntersectionObserver {
    constructor(hear: IntersectionObserverCallback, options: IntersectionObserverInit) {
      super(hear, options)
      observed.options = options
      observed.see = (isIntersecting) =>
        act(() => hear([{ isIntersecting } as IntersectionObserverEntry], this))
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})

it('is a quiet log that takes the keyboard, with numbered entries', () => {
  renderWithClient(createFakeClient().client, log(conversation(3)))

  const region = screen.getByRole('log', { name: 'Messages' })
  expect(region).toHaveAttribute('aria-live', 'off')
  expect(region).toHaveAttribute('tabindex', '0')
  const last = screen.getAllByRole('article').at(-1)
  expect(last).toHaveAttribute('aria-posinset', '3')
  expect(last).toHaveAttribute('aria-setsize', '3')
})

it('shows a hundred entries as they are', () => {
  renderWithClient(createFakeClient().client, log(conversation(100)))

  expect(screen.getAllByRole('article')).toHaveLength(100)
})

it('windows a longer log, and shows all of it on demand', async () => {
  renderWithClient(createFakeClient().client, log(conversation(150)))
  await waitFor(() => expect(screen.queryAllByRole('article').length).toBeLessThan(20))

  await userEvent.click(screen.getByRole('button', { name: 'Show all messages' }))

  expect(screen.getAllByRole('article')).toHaveLength(150)
})

it('keeps what is on the screen while the window of a chat that has grown is on its way', async () => {
  // loaded anew, since another test may have brought the window
  vi.resetModules()
  vi.doMock('virtua', () => new Promise(() => {}))
  onTestFinished(() => void vi.doUnmock('virtua'))
  const { renderWithClient: render } = await import('../testing/render-with-client.tsx')
  const { MessageLog: Log } = await import('./message-log.tsx')
  const withEntries = (count: number) => (
    <Log messages={conversation(count)} isReplying={false} isStopping={false} setting={setting} />
  )
  const { rerender } = render(createFakeClient().client, withEntries(100))

  rerender(withEntries(101))
  expect(screen.getAllByRole('article')).toHaveLength(101)

  rerender(withEntries(201))
  expect(screen.getAllByRole('article')).toHaveLength(20)
})

it('only windows a very long one', () => {
  renderWithClient(createFakeClient().client, log(conversation(201)))

  expect(screen.queryByRole('button', { name: 'Show all messages' })).toBeNull()
})

it('offers the way to the end when that is more than 100 px away', () => {
  renderWithClient(createFakeClient().client, log(conversation(3)))
  expect(screen.queryByRole('button', { name: 'Scroll to Bottom' })).toBeNull()
  expect(observed.options).toMatchObject({ rootMargin: '0px 0px 100px 0px' })

  observed.see(false)
  expect(screen.getByRole('button', { name: 'Scroll to Bottom' })).toBeVisible()

  observed.see(true)
  expect(screen.queryByRole('button', { name: 'Scroll to Bottom' })).toBeNull()
})

it('marks that text has arrived out of view', () => {
  const { rerender } = renderWithClient(createFakeClient().client, log(conversation(3)))
  observed.see(false)
  expect(screen.queryByText('New text below')).toBeNull()

  rerender(log(conversation(4)))

  expect(screen.getByText('New text below')).toBeInTheDocument()
})
