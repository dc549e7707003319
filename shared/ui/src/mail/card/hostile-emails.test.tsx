import { aMailEvent, anAnalyzedEmail } from '@shortlist/client/testing/mail-samples'
import type { Email } from '@shortlist/contracts/mail'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { hostileReplies } from '../../testing/hostile-replies.ts'
import { showEmail } from '../../testing/show-email.tsx'

/** An email that says the same everywhere. */
function allOver(text: string, parts: Partial<Email> = {}): Email {
  const event = aMailEvent({
    summary: text,
    location: text,
    link: text,
    evidence: text,
    reason: text,
  })
  const waiting = { ...event, id: 'waiting', state: 'waiting' } as const
  const email = {
    subject: text,
    from: text,
    replyTo: text,
    snippet: text,
    bodyPreview: text,
    webLink: text,
    summary: text,
    events: [event, waiting],
    ...parts,
  }
  const finding = { summary: text, actionItems: [text], draftResponse: text }
  return anAnalyzedEmail(email, { ...finding, calendarEvents: [event] })
}

const safe = /^(https:\/\/mail\.google\.com\/mail\/\?|\/calendar\/)/

it.each(hostileReplies)('shows %j as text and nothing else', (text) => {
  const { container } = showEmail(allOver(text))
  fireEvent.click(screen.getByText('Draft Response'))

  expect(container.querySelector('script,iframe,img,object,embed,style,link,base,meta')).toBeNull()
  for (const link of container.querySelectorAll('a')) {
    expect(link.getAttribute('href')).toMatch(safe)
  }
  for (const element of container.querySelectorAll('*')) {
    const handlers = element.getAttributeNames().filter((name) => name.startsWith('on'))
    expect(handlers).toEqual([])
  }
})

it('makes no link of an address in a mail', () => {
  const address = 'https://evil.example/login'
  const { container } = showEmail(allOver(`Sign in at ${address} now`, { webLink: '' }))

  expect(screen.getAllByText(/Sign in at/).length).toBeGreaterThan(3)
  const hrefs = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(hrefs.every((href) => safe.test(href ?? ''))).toBe(true)
})

it('lets text that runs from right to left turn nothing around it', () => {
  const text = 'راتب 100 (עברית)'
  showEmail(allOver(text))

  expect(screen.getByRole('heading', { level: 3 })).toHaveAttribute('dir', 'auto')
  for (const element of screen.getAllByText(text)) {
    expect(element.closest('[dir=auto],bdi')).not.toBeNull()
  }
})

it('shows only the beginning of endless texts', () => {
  const endless = 'wort'.repeat(2500)
  const { container } = showEmail(
    anAnalyzedEmail({ subject: endless, from: endless, bodyPreview: endless }),
  )

  expect(container.textContent?.length).toBeLessThan(2000)
  expect(screen.getByText(`${endless.slice(0, 200)}...`)).toBeVisible()
})

it('has words for a mail without subject and sender', () => {
  showEmail(anAnalyzedEmail({ subject: '', from: '', date: 'nonsense', bodyPreview: '' }))

  expect(screen.getByRole('article', { name: '(no subject)' })).toBeVisible()
  expect(screen.getByText('(no sender)')).toBeVisible()
})

it.each(['__proto__', 'constructor', 'a"]b', '<b>'])('copes with the id %j', (id) => {
  const { container } = showEmail(allOver('x', { id }))

  expect(container.querySelector('article')).toHaveAttribute('data-email', id)
})
