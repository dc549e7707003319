import { createFakeClient } from '@shortlist/client/testing/fake-client'
import { aMailStatus, anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import type { Email } from '@shortlist/contracts/mail'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { startTransition, useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWithClient } from '../../testing/render-with-client.tsx'
import { cardSetting } from '../../testing/show-email.tsx'
import { MailProvider } from '../mail-provider.tsx'
import { openMailKey } from '../mail-status.ts'
import { EmailList } from './email-list.tsx'
import { EmailSection } from './email-section.tsx'
import type { MailPages } from './mail-list.tsx'
import { noFilter } from './use-email-filter.ts'

// what is loaded when it is first used takes longer than a test waits
beforeAll(() => Promise.all([import('virtua'), import('./mail-browser.tsx')]))

const VIEW = { width: 800, height: 700 }
const CARD = 350

/** Mails, the newest first. */
function mails(count: number): Email[] {
  return Array.from({ length: count }, (_, at) =>
    anAnalyzedEmail({
      id: `mail-${at}`,
      subject: `Subject ${at}`,
      date: new Date(2026, 9, 20, 12, 60 - at).toISOString(),
    }),
  )
}

/** The card of a mail, once it is there; found by its mark, since many parts have roles and names. */
function card(at: number): Promise<HTMLElement> {
  return waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-email="mail-${at}"]`)
    if (!found) throw new Error(`there is no card of mail ${at}`)
    return found
  })
}

describe('many mails as cards', () => {
  beforeEach(layOut)

  it('are a choice that this browser keeps, and rows again by another press', async () => {
    const { user } = await open(200)
    await waitFor(() => expect(document.querySelector('[data-row]')).not.toBeNull())
    expect(screen.queryByRole('article')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Cards', pressed: false }))

    expect(await card(1)).toBeVisible()
    expect(document.querySelector('[data-row]')).toBeNull()
    expect(localStorage.getItem('shortlist.cards')).toBe('on')
    await user.click(screen.getByRole('button', { name: 'Cards', pressed: true }))
    await waitFor(() => expect(document.querySelector('[data-row]')).not.toBeNull())
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('are no choice where so few stand as cards anyway', async () => {
    await open(3)

    expect(await card(2)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cards' })).toBeNull()
  })

  it('are no choice in a host that has rows alone, however few', async () => {
    localStorage.setItem('shortlist.cards', 'on')
    await open(3, '', false)

    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(3))
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cards' })).toBeNull()
  })

  it('exist and are asked for where they can be seen, and say how many there are', async () => {
    localStorage.setItem('shortlist.cards', 'on')
    const { calls } = await open(5000)
    await card(0)

    const places = document.querySelectorAll('li[aria-setsize="5000"]')
    expect(places[1]).toHaveAttribute('aria-posinset', '2')
    expect(places.length).toBeGreaterThanOrEqual(VIEW.height / CARD)
    expect(places.length).toBeLessThan(10)
    const asked = (name: string) => calls.filter(([call]) => call === name)
    expect(asked('mail.rows')).toHaveLength(2)
    expect(asked('mail.open').length).toBeLessThan(10)
    expect(asked('mail.status')).not.toContainEqual(['mail.status', { emails: 'all' }])
  })

  it('bring the mail to sight that the address names, however far away it is', async () => {
    localStorage.setItem('shortlist.cards', 'on')
    await open(2000, 'mail=mail-1500')

    await waitFor(async () => expect(await card(1500)).toHaveFocus())
    expect(address()).toBe('')
    expect(document.documentElement.scrollTop).toBeGreaterThan(1400 * 320)
    expect(document.querySelectorAll('li[aria-setsize]').length).toBeLessThan(10)
  })

  it('begin at the first one when something else is asked for', async () => {
    localStorage.setItem('shortlist.cards', 'on')
    const { user } = await open(200, 'mail=mail-150')
    await waitFor(async () => expect(await card(150)).toHaveFocus())

    await user.keyboard('1')

    await waitFor(() => expect(document.documentElement.scrollTop).toBe(0))
    // jsdom tells nobody that it has scrolled
    act(() => void window.dispatchEvent(new Event('scroll')))
    expect(await card(0)).toBeVisible()
  })

  it('are walked through by keys, and one that is done gives the focus to the next', async () => {
    localStorage.setItem('shortlist.cards', 'on')
    const { user, calls } = await open(20, 'view=everything')
    await card(0)
    const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')

    await user.keyboard('j')
    await waitFor(async () => expect(await card(0)).toHaveFocus())
    await user.keyboard('j')
    await waitFor(async () => expect(await card(1)).toHaveFocus())
    expect(scrollIntoView).toHaveBeenCalled()
    await user.keyboard('ko')
    expect(within(await card(0)).getByRole('textbox', { name: 'Reply' })).toBeVisible()
    await user.keyboard('e')

    await waitFor(async () => expect(await card(1)).toHaveFocus())
    expect(calls).toContainEqual([
      'mail.mark',
      expect.objectContaining({ mark: 'done', ids: ['mail-0'] }),
    ])
    expect((await card(0)).closest('li')).toHaveAttribute('data-mark', 'done')
  })

  it('say where nothing is, and lead to what there is', async () => {
    localStorage.setItem('shortlist.cards', 'on')
    const { user } = await open(20, 'view=done&q=subject')

    await user.click(await screen.findByRole('button', { name: 'Search Everything (20)' }))

    expect(await card(0)).toBeVisible()
  })

  it.each([
    ['q=quagga', 'Clear the search'],
    ['view=done', 'Show Everything (20)'],
  ])('lead from %s to all that there is', async (query, way) => {
    localStorage.setItem('shortlist.cards', 'on')
    const { user } = await open(20, query)

    await user.click(await screen.findByRole('button', { name: way }))

    expect(await card(0)).toBeVisible()
  })
})

/** Lets the page have a size, and its cards, which are told to whoever observes them. */
function layOut(): void {
  class Sizes {
    readonly #take: (entries: unknown[]) => void
    constructor(take: (entries: unknown[]) => void) {
      this.#take = take
    }
    observe(target: Element): void {
      const contentRect =
        target.tagName === 'LI'
          ? { width: VIEW.width, height: CARD }
          : target === document.documentElement
            ? VIEW
            : null
      if (contentRect) queueMicrotask(() => this.#take([{ target, contentRect }]))
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', Sizes)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(VIEW.height)
  Element.prototype.scrollTo = function scrollTo(this: Element, to: unknown) {
    if (this !== document.documentElement) return
    this.scrollTop = (to as ScrollToOptions).top ?? 0
    act(() => void window.dispatchEvent(new Event('scroll')))
  }
  Element.prototype.scrollBy = function scrollBy(this: Element, by: unknown) {
    this.scrollTo({ top: this.scrollTop + ((by as ScrollToOptions).top ?? 0) })
  }
  // of what is not laid out no size counts
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
}

/** The parameters of the host's address. */
function address(): string | null {
  return document.querySelector('output')?.textContent ?? null
}

async function open(count: number, query = '', hasCards = true) {
  document.documentElement.scrollTop = 0
  const fake = createFakeClient({ mail: aMailStatus({ emails: mails(count) }) })
  renderWithClient(fake.client, <Host query={query} hasCards={hasCards} />)
  await screen.findByRole('region', { name: 'Filters' })
  return { ...fake, user: userEvent.setup() }
}

function Host({ query, hasCards }: { readonly query: string; readonly hasCards: boolean }) {
  const [parameters, setParameters] = useState(() => new URLSearchParams(query))
  return (
    <MailProvider userId="ada" onSignedOut={() => {}} notify={() => {}}>
      <EmailSection
        hasCards={hasCards}
        Insights={() => null}
        // an address follows in its own time
        filterPlace={[parameters, (next) => startTransition(() => setParameters(next))]}
        hasSingleKeys
      />
      <output>{`${parameters}`}</output>
    </MailProvider>
  )
}

describe('a card', () => {
  it('is rendered when its own email has changed', async () => {
    const reads = countReads(mails(5))
    const { cache } = show(reads.emails)
    reads.restart()

    const changed = anAnalyzedEmail({ id: 'mail-3', subject: 'News' })
    act(() => void cache.setQueryData(openMailKey('mail-3'), changed))

    expect(await screen.findByRole('article', { name: 'News' })).toBeVisible()
    // the cache compares the one that is replaced
    expect(reads.read().filter((id) => id !== 'mail-3')).toEqual([])
  })

  it('is rendered when the sync comes to its email or leaves it', () => {
    const reads = countReads([anEmail({ id: 'a' }), anEmail({ id: 'b' }), anEmail({ id: 'c' })])
    const { again } = show(reads.emails, 'a')
    reads.restart()
    again('a')
    expect(reads.count()).toBe(0)

    again('b')

    const [first, second] = screen.getAllByRole('article')
    expect(reads.count()).toBeGreaterThan(0)
    expect(reads.read()).toEqual(['a', 'b'])
    expect(first).not.toHaveAttribute('aria-busy')
    expect(second).toHaveAttribute('aria-busy', 'true')
  })
})

/** Shows a few emails that are known. */
function show(emails: readonly Email[], analyzingId: string | null = null) {
  const { client } = createFakeClient({ mail: aMailStatus({ emails: [...emails] }) })
  const setting = cardSetting()
  let cache: QueryClient | undefined
  const list = {
    total: emails.length,
    rows: new Map(emails.map(({ id }, at) => [at, { id }])),
  } as unknown as MailPages

  function Known({ analyzing }: { readonly analyzing: string | null }) {
    cache = useQueryClient()
    for (const email of emails) {
      const key = openMailKey(email.id)
      if (!cache.getQueryData(key)) cache.setQueryData(key, email)
    }
    return (
      <EmailList
        list={list}
        filter={noFilter}
        change={() => {}}
        setting={setting}
        analyzingId={analyzing}
        hasSingleKeys={false}
        everything={emails.length}
        onSee={() => {}}
      />
    )
  }
  const { rerender } = renderWithClient(client, <Known analyzing={analyzingId} />)
  if (!cache) throw new Error('nothing was rendered')
  return { cache, again: (id: string) => rerender(<Known analyzing={id} />) }
}

/** Counts how often cards read the subject of their email, which they do at each rendering. */
function countReads(emails: readonly Email[]) {
  let reads: string[] = []
  const counted = emails.map((email) => {
    const { id, subject } = email
    return Object.defineProperty({ ...email }, 'subject', {
      enumerable: true,
      get() {
        reads.push(id)
        return subject
      },
    })
  })
  return {
    emails: counted,
    restart(): void {
      reads = []
    },
    count: () => reads.length,
    /** The emails that were read. */
    read: () => [...new Set(reads)].sort(),
  }
}
