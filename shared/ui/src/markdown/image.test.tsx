import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ownOrigin, showMarkdown } from '../testing/show-markdown.tsx'

describe('an image', () => {
  const remote = 'before ![a chart](https://pictures.example/a.png) after'

  test('from elsewhere is not requested before the click, and then without a referrer', async () => {
    const user = userEvent.setup()
    const { container } = showMarkdown(remote)
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://pictures.example/a.png')
    await user.click(
      screen.getByRole('button', { name: 'Load image from pictures.example: a chart' }),
    )
    const image = screen.getByRole('img', { name: 'a chart' })
    expect(image).toHaveAttribute('src', 'https://pictures.example/a.png')
    expect(image).toHaveAttribute('loading', 'lazy')
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
  })

  test('stays loaded while the reply streams on and ends', async () => {
    const user = userEvent.setup()
    const view = showMarkdown(remote, { isStreaming: true })
    await user.click(screen.getByRole('button', { name: /^Load image/ }))
    view.again(`${remote}\n\nmore [ref]`)
    expect(await screen.findByText(/^more/)).toBeVisible()
    expect(screen.getByRole('img', { name: 'a chart' })).toBeVisible()
    view.again(`${remote}\n\nmore [ref]\n\n[ref]: /x`, { isStreaming: false })
    expect(screen.getByRole('img', { name: 'a chart' })).toBeVisible()
  })

  test('from elsewhere loads at once when the reader chose so', () => {
    showMarkdown(remote, { loadRemoteImages: true })
    expect(screen.getByRole('img', { name: 'a chart' })).toHaveAttribute('loading', 'lazy')
  })

  test.each(['//pictures.example/a.png', 'http://localhost:5173/a.png', 'http://127.0.0.1:4000/a'])(
    'at %s is not of our own origin',
    (address) => {
      const { container } = showMarkdown(`![x](${address})`)
      expect(container.querySelector('img')).toBeNull()
      expect(screen.getByRole('button', { name: /^Load image/ })).toBeVisible()
    },
  )

  test.each(['/a.png', 'a.png', 'http://localhost:4000/a.png', '/apiary.png'])(
    'of our own origin at %s loads',
    (address) => {
      showMarkdown(`![x](${address})`)
      expect(screen.getByRole('img', { name: 'x' })).toHaveAttribute(
        'src',
        new URL(address, ownOrigin).href,
      )
    },
  )

  test.each([
    '/api/users/me',
    '/x/../api/a',
    '/%61pi/a',
    '//localhost:4000/mcp',
    '/socket.io/',
    '/API/a',
  ])('that would call the daemon at %s shows its text only', (address) => {
    const { container } = showMarkdown(`![some text](${address})`)
    expect(container).toHaveTextContent('some text')
    expect(container.querySelector('img, button, a')).toBeNull()
  })

  test('inside a link stands beside it, so that no control is inside another', () => {
    showMarkdown('[![x](https://pictures.example/a.png)](https://example.org)')
    expect(screen.getByRole('button', { name: /^Load image/ }).closest('a')).toBeNull()
    expect(screen.getByRole('link', { name: 'https://example.org' })).toBeVisible()
  })
})
