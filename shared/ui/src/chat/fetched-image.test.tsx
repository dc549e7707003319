import { CallFailed } from '@shortlist/client/call-failed'
import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import type { StoredImage } from '@shortlist/contracts/chat'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openChat, tell } from '../testing/open-chat.tsx'

const image: StoredImage = { id: 'i1', type: 'image/png', width: 480, height: 160 }

/** Makes every observed element come near the window. */
let comeNear = () => {}

beforeEach(() => {
  const watched = new Map<Element, () => void>()
  comeNear = () =>
    act(() => {
      for (const tell of watched.values()) tell()
    })
  class FakeObserver extends IntersectionObserver {
    readonly #hear: IntersectionObserverCallback
    constructor(hear: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(hear, options)
      this.#hear = hear
    }
    override observe(element: Element): void {
      const entry = { isIntersecting: true } as IntersectionObserverEntry
      watched.set(element, () => this.#hear([entry], this))
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})

/** A chat with one image, on a client whose addresses the page cannot show. */
function openElsewhere(type = 'image/png'): FakeClient & ReturnType<typeof openChat> {
  const message = {
    role: 'user',
    content: 'See',
    messageId: 'm0',
    image: { ...image, type },
  } as const
  const fake = createFakeClient({ messages: { ada_1: [message] } })
  const abilities = { ...fake.client.abilities, canUseAddresses: false }
  const client = { ...fake.client, abilities }
  return { ...fake, ...openChat({ chatId: 'ada_1' }, { ...fake, client }) }
}

const asked = ({ calls }: FakeClient) => calls.filter(([name]) => name === 'image')

it('asks for an image when it comes near the window, and lets it go with the chat', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const chat = openElsewhere()
  const article = await screen.findByRole('article', { name: 'You' })
  await waitFor(() => expect(article.querySelector('.skeleton')).not.toBeNull())
  expect(article.querySelector('.skeleton')).toHaveStyle({ width: '240px', height: '80px' })
  expect(asked(chat)).toEqual([])

  comeNear()

  expect(await screen.findByRole('img', { name: 'Attached image' })).toHaveAttribute(
    'src',
    'blob:picture',
  )
  const link = screen.getByRole('link', { name: 'Open attached image' })
  expect(link).toHaveAttribute('href', 'blob:picture')
  expect(asked(chat)).toEqual([['image', 'ada_1', 'i1']])
  expect(revoke).not.toHaveBeenCalled()
  // the end of a reply of which it knows nothing makes the panel read the chat again
  const end = { chatId: 'ada_1', messageId: 'm9', fullResponse: 'x', contextPercent: 9 }
  tell(chat, 'chat-complete', end)
  await waitFor(() => expect(chat.calls.filter(([name]) => name === 'messages')).toHaveLength(2))
  await act(async () => {})
  expect(asked(chat)).toHaveLength(1)
  expect(revoke).not.toHaveBeenCalled()
  chat.unmount()
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:picture')
})

it('says that an image could not be had, and tries again', async () => {
  const chat = openElsewhere()
  chat.fail('image', new CallFailed(0, 'fetch failed'))
  await screen.findByText('See')
  await waitFor(() => expect(document.querySelector('.skeleton')).not.toBeNull())
  comeNear()
  expect(await screen.findByText('The image could not be loaded.')).toBeVisible()

  chat.fail('image', undefined)
  await chat.user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('img', { name: 'Attached image' })).toBeVisible()
})

it('makes no address of what could run in it', async () => {
  const make = vi.spyOn(URL, 'createObjectURL')
  openElsewhere('image/svg+xml')
  await screen.findByText('See')
  await waitFor(() => expect(document.querySelector('.skeleton')).not.toBeNull())

  comeNear()

  expect(await screen.findByText('The image could not be loaded.')).toBeVisible()
  expect(make).not.toHaveBeenCalled()
})

it('leaves the bytes to the browser where the page can show the address', async () => {
  const message = { role: 'user', content: 'See', messageId: 'm0', image } as const
  const fake = createFakeClient({ messages: { ada_1: [message] } })
  openChat({ chatId: 'ada_1' }, fake)

  expect(await screen.findByRole('img', { name: 'Attached image' })).toHaveAttribute(
    'src',
    '/images/ada_1/i1',
  )
  expect(asked(fake)).toEqual([])
})
