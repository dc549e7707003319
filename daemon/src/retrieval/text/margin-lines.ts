import { readTags } from './read-tags.ts'

/**
 * The paragraphs of the headers or footers of a Word document, which Mammoth leaves out; what
 * stands in several of them is given once. `parts` are their XML.
 */
export function marginLines(parts: readonly string[]): string[] {
  return [...new Set(parts.flatMap(paragraphsOf))].filter((line) => /[\p{L}\p{N}]/u.test(line))
}

function paragraphsOf(xml: string): string[] {
  const lines: string[] = []
  let line = ''
  let isText = false
  let fallbacks = 0
  readTags(
    xml,
    {
      open(name) {
        if (name === 'mc:fallback') fallbacks++
        if (name === 'w:t') isText = true
        if (name === 'w:tab' || name === 'w:br' || name === 'w:tc') line += ' '
      },
      close(name) {
        if (name === 'mc:fallback') fallbacks--
        if (name === 'w:t') isText = false
        if (name !== 'w:p') return
        lines.push(line.replace(/\s+/g, ' ').trim())
        line = ''
      },
      text(text) {
        // a fallback says again what stands before it
        if (isText && fallbacks === 0) line += text
      },
    },
    { isXml: true },
  )
  return lines
}
