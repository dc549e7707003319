import type { TextMark } from './file-text.ts'
import { HeadingPath } from './heading-path.ts'

/** Finds the headings of a text by its lines, which end with "\n". */
export type HeadingFinder = (text: string) => readonly TextMark[]

const latexLevels = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph']
const latexHeading =
  /^[^\S\n]*\\(part|chapter|section|subsection|subsubsection|paragraph)\*?(?:\[[^\]\n]*\])?\{([^\n]{1,200})/

/** `\section{Experience}`; commands within a title go, their arguments stay. */
export const latexHeadings: HeadingFinder = (text) =>
  headingsOf(text, (line) => {
    const [, command = '', rest = ''] = latexHeading.exec(line) ?? []
    return command && { level: latexLevels.indexOf(command), title: latexTitle(rest) }
  })

function latexTitle(rest: string): string {
  let depth = 1
  let end = 0
  for (; end < rest.length && depth > 0; end++) {
    if (rest[end] === '{') depth++
    if (rest[end] === '}') depth--
  }
  return rest.slice(0, depth > 0 ? end : end - 1).replace(/\\[a-z]+\*?|[{}]/gi, '')
}

/** `== Experience` */
export const asciidocHeadings: HeadingFinder = (text) =>
  headingsOf(text, (line) => {
    const [, signs = '', title = ''] = /^(={1,6})[ \t]+(\S.{0,200})$/.exec(line) ?? []
    return signs && { level: signs.length, title }
  })

/** `** Experience` */
export const orgHeadings: HeadingFinder = (text) =>
  headingsOf(text, (line) => {
    const [, signs = '', title = ''] = /^(\*{1,8})[ \t]+(\S.{0,200})$/.exec(line) ?? []
    return signs && { level: signs.length, title }
  })

const adornment = /^([!-/:-@[-`{-~])\1*[ \t]*$/

/**
 * A title over a line of punctuation at least as long as it, in reStructuredText; a new kind of
 * line is one level deeper, and one that also stands above its title is a kind of its own.
 */
export const restHeadings: HeadingFinder = (text) => {
  const kinds: string[] = []
  return headingsOf(text, (line, nth, lines) => {
    const below = lines[nth + 1]?.trimEnd() ?? ''
    const title = line.trim()
    const isTitle = title !== '' && !adornment.test(line) && adornment.test(below)
    if (!isTitle || below.length < title.length) return undefined
    const above = lines[nth - 1]?.trimEnd()
    const isOver = above === below
    if (!isOver && (above || line.startsWith(' '))) return undefined
    const kind = `${below[0]}${isOver}`
    if (!kinds.includes(kind)) kinds.push(kind)
    return { level: kinds.indexOf(kind), title }
  })
}

interface Heading {
  readonly level: number
  readonly title: string
}

function headingsOf(
  text: string,
  find: (line: string, nth: number, lines: readonly string[]) => Heading | '' | undefined,
): TextMark[] {
  const path = new HeadingPath()
  const lines = text.split('\n')
  return lines.flatMap((line, nth) => {
    const found = find(line, nth, lines)
    return found ? [{ line: nth + 1, heading: path.enter(found.level, found.title) }] : []
  })
}
