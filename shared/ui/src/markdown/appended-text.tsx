import { useLayoutEffect, useRef } from 'react'

// Each chunk is a block of its own: new text makes the browser lay out one chunk, not all of them.
const chunkLength = 2000

/** A growing text that is appended to, never set again. */
export function AppendedText({ text }: { text: string }) {
  const host = useRef<HTMLSpanElement>(null)
  const shown = useRef('')
  useLayoutEffect(() => {
    if (host.current === null) return
    if (!text.startsWith(shown.current)) {
      host.current.replaceChildren()
      shown.current = ''
    }
    appendText(host.current, text.slice(shown.current.length))
    shown.current = text
  }, [text])
  return <span ref={host} />
}

function appendText(host: HTMLElement, text: string): void {
  let rest = text
  while (rest !== '') {
    const chunk = openChunk(host)
    const lineEnd = rest.indexOf('\n', Math.max(0, chunkLength - chunk.length))
    const piece = lineEnd === -1 ? rest : rest.slice(0, lineEnd + 1)
    chunk.appendData(piece)
    rest = rest.slice(piece.length)
  }
}

function openChunk(host: HTMLElement): Text {
  const last = host.lastChild?.firstChild
  if (last instanceof Text && !(last.length >= chunkLength && last.data.endsWith('\n'))) return last
  const chunk = document.createElement('span')
  chunk.className = 'markdown-chunk'
  const text = document.createTextNode('')
  chunk.append(text)
  host.append(chunk)
  return text
}
