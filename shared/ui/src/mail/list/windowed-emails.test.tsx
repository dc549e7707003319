import { anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import { act, render, screen } from '@testing-library/react'
import { createRef, useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { cardSetting } from '../../testing/show-email.tsx'
import { EmailList, type EmailListHandle, type EmailLook, ScrollerContext } from './email-list.tsx'
import { pageLook } from './page-look.ts'
import { ScrolledEmails } from './windowed-emails.tsx'

const VIEW = { width: 360, height: 600 }
const CARD = 136
const look: EmailLook = { ...pageLook, ManyRows: ScrolledEmails }
const setting = cardSetting()
const emails = Array.from({ length: 2000 }, (_, at) =>
  anAnalyzedEmail({ id: `mail-${at}`, subject: `Mail ${at}` }),
)

function View({ list }: { readonly list: React.Ref<EmailListHandle> }) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} data-testid="view">
      <div>
        <p>What lies above</p>
        <ScrollerContext value={scroller}>
          <EmailList ref={list} emails={emails} setting={setting} look={look} />
        </ScrollerContext>
      </div>
    </div>
  )
}

/** Tells whoever observes an element how large it is, at once. */
function stubSizes(sizeOf: (element: Element) => typeof VIEW | null): void {
  class Sizes {
    readonly #take: (entries: unknown[]) => void
    constructor(take: (entries: unknown[]) => void) {
      this.#take = take
    }
    observe(target: Element): void {
      const contentRect = sizeOf(target)
      if (contentRect) queueMicrotask(() => act(() => this.#take([{ target, contentRect }])))
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', Sizes)
}

it('draws a few of two thousand cards, and brings any of them to sight', async () => {
  stubSizes((element) => {
    if (element instanceof HTMLElement && element.dataset.testid === 'view') return VIEW
    return element.tagName === 'LI' ? { width: VIEW.width, height: CARD } : null
  })
  // of what is not laid out no size counts
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
  const scrollTo = vi.fn()
  Element.prototype.scrollTo = scrollTo
  const list = createRef<EmailListHandle>()
  const { container } = render(<View list={list} />)
  await screen.findByRole('article', { name: 'Mail 0' })

  const rows = container.querySelectorAll('li[aria-setsize="2000"]')
  expect(rows[1]).toHaveAttribute('aria-posinset', '2')
  expect(rows.length).toBeGreaterThanOrEqual(VIEW.height / CARD)
  expect(rows.length).toBeLessThan(20)

  await act(async () => list.current?.focus('mail-1500'))

  const { top } = scrollTo.mock.lastCall?.[0] ?? {}
  expect(top).toBeGreaterThan(1400 * CARD)
  expect(top).toBeLessThan(1501 * CARD)
})
