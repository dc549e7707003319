import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleReplies } from '../testing/sample-replies.ts'
import { nextFrame, showMarkdown } from '../testing/show-markdown.tsx'
import { parser } from './settle-blocks.ts'

describe('a reply', () => {
  test('is shown as markdown with headings below those of the page', () => {
    showMarkdown('# Title\n\nSome **bold** and ~~gone~~ text\n\n- [x] done')
    expect(screen.getByRole('heading', { name: 'Title', level: 3 })).toBeVisible()
    expect(screen.getByText('bold').tagName).toBe('STRONG')
    expect(screen.getByText('gone').tagName).toBe('DEL')
    expect(screen.getByRole('checkbox', { name: 'Done' })).toBeChecked()
  })

  test('shows raw HTML as text', () => {
    const { container } = showMarkdown('a <b>bold</b> word')
    expect(container).toHaveTextContent('a <b>bold</b> word')
    expect(container.querySelector('b')).toBeNull()
  })

  test('keeps a wide table in a scroll area that the keyboard reaches', () => {
    showMarkdown('| a | b |\n|---|---|\n| 1 | 2 |')
    const area = screen.getByRole('group', { name: 'Table' })
    expect(area).toHaveAttribute('tabindex', '0')
    expect(within(area).getByRole('table')).toBeVisible()
  })

  test('that is too costly to parse is shown as it is', () => {
    const text = '*_'.repeat(20_000)
    showMarkdown(text)
    expect(screen.getByText(text)).toBeVisible()
  })

  test('becomes plain text for good after two parses of over 200 ms, and stays markdown after one', () => {
    const clock = vi.spyOn(performance, 'now')
    let time = 0
    clock.mockImplementation(() => {
      time = time * 2 + 300
      return time
    })
    const view = showMarkdown('**bold**')
    expect(screen.getByText('bold').tagName).toBe('STRONG')
    view.again('**bold** more')
    expect(screen.getByText('**bold** more')).toBeVisible()
    clock.mockRestore()
    view.again('**bold** and more')
    expect(screen.getByText('**bold** and more')).toBeVisible()
  })
})

describe('a reply that makes the parser fail', () => {
  beforeEach(() => {
    // React reports what an error boundary caught.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })

  test('is shown as it is from the start', () => {
    vi.spyOn(parser, 'parse').mockImplementation(fail)
    showMarkdown('**bold**', { isStreaming: true })
    expect(screen.getByText('**bold**')).toBeVisible()
  })

  test('is shown as it is from there on', async () => {
    const view = showMarkdown('**bold**', { isStreaming: true })
    vi.spyOn(parser, 'parse').mockImplementation(fail)
    view.again('**bold**\nmore')
    expect(await screen.findByText('**bold** more')).toBeVisible()
    view.again('**bold**\nmore and more')
    expect(screen.getByText('**bold** more and more')).toBeVisible()
  })

  function fail(): never {
    throw new Error('no tokens today')
  }
})

describe('a streaming reply', () => {
  // The colours are a lazy chunk: with it at hand each of them takes the same few frames.
  beforeAll(async () => {
    const { container } = showMarkdown('```js\nconst a = 1\n```')
    await waitFor(() => expect(container.querySelector('[class^=tok-]')).not.toBeNull())
    cleanup()
  })

  test('shows half-open marks as if they were closed', () => {
    showMarkdown('Some **bo', { isStreaming: true })
    expect(screen.getByText('bo').tagName).toBe('STRONG')
  })

  test('keeps the elements of settled blocks while text comes', async () => {
    const view = showMarkdown('First\n\nSecond', { isStreaming: true })
    const first = screen.getByText('First')
    view.again('First\n\nSecond\n\nThird')
    expect(await screen.findByText('Third')).toBeVisible()
    expect(screen.getByText('First')).toBe(first)
    view.again('First\n\nSecond\n\nThird.', { isStreaming: false })
    expect(screen.getByText('First')).toBe(first)
  })

  test('resolves references when it is complete', () => {
    const view = showMarkdown('See [guide].\n\n', { isStreaming: true })
    view.again('See [guide].\n\n[guide]: https://example.org', { isStreaming: false })
    expect(screen.getByRole('link', { name: 'guide' })).toHaveAttribute(
      'href',
      'https://example.org',
    )
  })

  test('follows a text that was replaced', async () => {
    const view = showMarkdown('One\n\nTwo', { isStreaming: true })
    view.again('Uno\n\nDue')
    expect(await screen.findByText('Uno')).toBeVisible()
    expect(screen.queryByText('One')).toBeNull()
  })

  test.each(Object.entries(sampleReplies))(
    'with %s ends like one shown at once',
    async (_, text) => {
      const whole = showMarkdown(text)
      const expected = await colouredHtml(whole.container)
      cleanup()
      for (const parts of [2, 3, 5]) {
        const cuts = Array.from({ length: parts }, (_, at) =>
          Math.ceil((text.length * (at + 1)) / (parts + 0.7)),
        )
        const { container } = await stream(text, cuts)
        await waitFor(() => expect(container.innerHTML).toBe(expected))
        cleanup()
      }
    },
  )
})

async function stream(text: string, cuts: readonly number[]) {
  const view = showMarkdown(text.slice(0, cuts[0]), { isStreaming: true })
  for (const cut of cuts) {
    view.again(text.slice(0, cut))
    await nextFrame()
  }
  view.again(text, { isStreaming: false })
  return view
}

async function colouredHtml(container: HTMLElement): Promise<string> {
  await nextFrame()
  await nextFrame()
  return container.innerHTML
}
