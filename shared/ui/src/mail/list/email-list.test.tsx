import { anAnalyzedEmail, anEmail } from '@shortlist/client/testing/mail-samples'
import type { Email } from '@shortlist/contracts/mail'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { expect, it, vi } from 'vitest'
import { cardSetting } from '../../testing/show-email.tsx'
import type { EmailListHandle } from './email-list.tsx'
import { EmailList } from './email-list.tsx'
import { pageLook } from './page-look.ts'

function emailsOf(count: number): Email[] {
  return Array.from({ length: count }, (_, at) =>
    anAnalyzedEmail({ id: `mail-${at}`, subject: `Mail ${at}` }),
  )
}

it('shows a hundred cards as a plain list', () => {
  const { container } = render(
    <EmailList look={pageLook} emails={emailsOf(100)} setting={cardSetting()} />,
  )

  expect(container.querySelectorAll('article')).toHaveLength(100)
})

it('draws a few of five thousand cards and says how many there are', async () => {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(768)
  const { container } = render(
    <EmailList look={pageLook} emails={emailsOf(5000)} setting={cardSetting()} />,
  )
  await waitFor(() => expect(container.querySelector('ul')).not.toBeNull())
  act(() => void window.dispatchEvent(new Event('resize')))

  const rows = container.querySelectorAll('li[aria-setsize="5000"]')
  expect(rows.length).toBeGreaterThan(1)
  expect(rows[1]).toHaveAttribute('aria-posinset', '2')
  expect(container.querySelectorAll('*').length).toBeLessThan(500)
})

it('renders only the card whose email has changed', () => {
  const emails = emailsOf(20)
  const setting = cardSetting()
  const reads = countReads(emails)
  const { rerender } = render(<EmailList look={pageLook} emails={reads.emails} setting={setting} />)
  reads.restart()

  const changed = reads.emails.map((email, at) =>
    at === 7 ? anAnalyzedEmail({ id: 'mail-7', subject: 'News' }) : email,
  )
  rerender(<EmailList look={pageLook} emails={changed} setting={setting} />)

  expect(screen.getByRole('article', { name: 'News' })).toBeVisible()
  expect(reads.count()).toBe(0)
})

it('renders two cards when the sync goes to the next email', () => {
  const setting = cardSetting()
  const reads = countReads([anEmail({ id: 'a' }), anEmail({ id: 'b' }), anEmail({ id: 'c' })])
  const list = (id: string | null) => (
    <EmailList look={pageLook} emails={reads.emails} setting={setting} analyzingId={id} />
  )
  const { rerender } = render(list('a'))
  const perCard = reads.count() / 3
  reads.restart()

  rerender(list('b'))

  expect(reads.count() / perCard).toBe(2)
  const [first, second] = screen.getAllByRole('article')
  expect(first).not.toHaveAttribute('aria-busy')
  expect(second).toHaveAttribute('aria-busy', 'true')
})

it('brings a card to sight and gives it the focus', () => {
  const list = createRef<EmailListHandle>()
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  render(<EmailList ref={list} look={pageLook} emails={emailsOf(5)} setting={cardSetting()} />)

  act(() => list.current?.focus('mail-3'))

  expect(screen.getByRole('article', { name: 'Mail 3' })).toHaveFocus()
  expect(scroll).toHaveBeenCalledOnce()
})

/** Counts how often cards read the subject of their email, which they do at each rendering. */
function countReads(emails: readonly Email[]) {
  let reads = 0
  const counted = emails.map((email) => {
    const { subject } = email
    return Object.defineProperty({ ...email }, 'subject', {
      enumerable: true,
      get() {
        reads += 1
        return subject
      },
    })
  })
  return {
    emails: counted,
    restart(): void {
      reads = 0
    },
    count: () => reads,
  }
}
