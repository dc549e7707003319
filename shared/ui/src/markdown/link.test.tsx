import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { showMarkdown } from '../testing/show-markdown.tsx'

describe('a link', () => {
  test('opens in a new tab without telling where from, its address in full as title', () => {
    showMarkdown('[guide](https://example.org/path)')
    const link = screen.getByRole('link', { name: 'guide' })
    expect(link).toHaveAttribute('title', 'https://example.org/path')
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  })

  test('with a blocked scheme keeps an empty address and does nothing', () => {
    showMarkdown('[text](javascript:alert(1))')
    const link = screen.getByTitle('Link removed')
    expect(link).toHaveAttribute('href', '')
    const clicked = new MouseEvent('click', { bubbles: true, cancelable: true })
    link.dispatchEvent(clicked)
    expect(clicked.defaultPrevented).toBe(true)
  })

  test.each(['https://a.example', 'irc://a', 'ircs://a', 'mailto:a@b.example', 'xmpp:a@b', '/own'])(
    'to %s is kept',
    (address) => {
      showMarkdown(`[text](${address})`)
      expect(screen.getByRole('link', { name: 'text' })).toHaveAttribute('href', address)
    },
  )
})
