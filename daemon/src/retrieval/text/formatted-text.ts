import type { FileText, TextKind, TextMark } from './file-text.ts'
import { htmlText } from './html-text.ts'
import { formatOf, isKnown, kindOf, type TextFormat } from './kind-of.ts'
import {
  asciidocHeadings,
  type HeadingFinder,
  latexHeadings,
  orgHeadings,
  restHeadings,
} from './markup-headings.ts'
import { notebookText } from './notebook-text.ts'
import { skipped } from './refused.ts'

const headings: Readonly<Partial<Record<TextFormat, HeadingFinder>>> = {
  latex: latexHeadings,
  rest: restHeadings,
  asciidoc: asciidocHeadings,
  org: orgHeadings,
}

const htmlStart = /^\s*<(?:!doctype\s+html|html)\b/i

/**
 * A text file as what it shows: HTML without its tags, a notebook without its JSON, everything else
 * as it is. Each line keeps its place. `source` ends its lines with "\n".
 */
export function formattedText(path: string, source: string): FileText {
  const format = formatOf(path) ?? sniffed(path, source)
  switch (format) {
    case 'html':
      return { status: 'text', kind: 'prose', ...htmlText(source) }
    case 'svg': {
      const drawn = htmlText(source)
      const hasText = /\S/.test(drawn.text)
      return hasText
        ? { status: 'text', kind: 'prose', ...drawn }
        : skipped('This picture has no text.')
    }
    case 'notebook': {
      const cells = notebookText(source)
      return cells ? { status: 'text', kind: 'code', ...cells } : plainText('data', source)
    }
    default:
      return plainText(kindOf(path, source), source, format && headings[format]?.(source))
  }
}

/** A web page that was saved under the name of what it should have been. */
function sniffed(path: string, source: string): TextFormat | undefined {
  return !isKnown(path) && htmlStart.test(source) ? 'html' : undefined
}

function plainText(kind: TextKind, text: string, marks: readonly TextMark[] = []): FileText {
  return { status: 'text', kind, text, marks }
}
