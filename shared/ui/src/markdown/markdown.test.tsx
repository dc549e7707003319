import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const origin = 'http://localhost:4000'

test('renders a reply as markdown', async () => {
  render(
    <Markdown
      text={
        '# Title\n\nSome **bold** text\n\n```js\nconst a = 1\n```\n\n| a | b |\n|--|--|\n| 1 | 2 |'
      }
      isStreaming={false}
      origin={origin}
      loadRemoteImages={false}
    />,
  )
  expect(screen.getByRole('heading', { name: 'Title' })).toBeVisible()
  expect(await screen.findByText('const')).toHaveClass('tok-keyword')
})
