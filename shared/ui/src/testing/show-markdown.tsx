import { act, render } from '@testing-library/react'
import { Markdown, type MarkdownProps } from '../markdown/markdown.tsx'

/** The origin that counts as our own in tests. */
export const ownOrigin = 'http://localhost:4000'

const finished = { isStreaming: false, origin: ownOrigin, loadRemoteImages: false }

/** Shows a reply, finished unless said otherwise; `again` gives the same reply another text. */
export function showMarkdown(text: string, props: Partial<MarkdownProps> = {}): ShownMarkdown {
  const { container, rerender } = render(<Markdown {...finished} text={text} {...props} />)
  return {
    container,
    again: (next, more) => rerender(<Markdown {...finished} {...props} text={next} {...more} />),
  }
}

interface ShownMarkdown {
  container: HTMLElement
  again: (text: string, props?: Partial<MarkdownProps>) => void
}

/** Resolves when the page had its next frame and what that frame left to do is done. */
export function nextFrame(): Promise<void> {
  return act(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))),
  )
}
