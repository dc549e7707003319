import { labelFrom, type Named, type Outline, plainOutline, type TextLines } from './text-lines.ts'

const DEEPEST_LEVEL = 6

const hashes = /^(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?$/
const underline = /^(=+|-+)$/
const fenceStart = /^(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})(.*)$/
/** What an underline below it does not make a heading. */
const noParagraph = /^(?:[-*+>|]|\d{1,9}[.)] |#{1,6}(?:\s|$)|<)/
const rawStart = /^<(?:!--|(pre|script|style|textarea)\b)/i

/** Four columns of indentation make a line code, never a heading or a fence. */
const CODE_COLUMNS = 4

interface Heading {
  readonly line: number
  readonly level: number
  readonly label: string
}

/** The sections of a Markdown text, each below those of higher rank, and what no cut should open. */
export function outlineMarkdown(lines: TextLines): Outline {
  const headings: Heading[] = []
  const missing = new Set<string>()
  const { insides, leads } = plainOutline(lines.count)
  for (let line = frontMatter(lines, insides); line < lines.count; line++) {
    const end = opaqueEnd(lines, line, missing)
    if (end > line) {
      insides.fill(1, line + 1, end)
      line = end - 1
      continue
    }
    const heading = headingAt(lines, line, insides)
    if (heading) headings.push(heading)
  }
  return { named: sections(headings, lines.count), leads, insides }
}

/** Each reaches to the next heading of its rank or a higher one. */
function sections(headings: readonly Heading[], lineCount: number): Named[] {
  const ends = Array.from<number>({ length: DEEPEST_LEVEL + 1 }).fill(lineCount)
  const named = headings.toReversed().map(({ line, level, label }) => {
    const end = Math.min(...ends.slice(1, level + 1))
    ends[level] = line
    return { first: line, end, label }
  })
  return named.reverse()
}

/** The line after the front matter; 0 where there is none. */
function frontMatter(lines: TextLines, insides: Uint8Array): number {
  const mark = lines.content(0)
  if (mark !== '---' && mark !== '+++') return 0
  for (let line = 1; line < lines.count; line++) {
    if (lines.content(line) !== mark) continue
    insides.fill(1, 1, line + 1)
    return line + 1
  }
  return 0
}

/** The line after a fence, a comment or raw HTML that begins here; otherwise this line. */
function opaqueEnd(lines: TextLines, line: number, missing: Set<string>): number {
  const start = lines.content(line)
  if (!/[`~<]/.test(start)) return line
  const [, fence, info = ''] = fenceStart.exec(start) ?? []
  if (fence && !(fence[0] === '`' && info.includes('`'))) return fenceEnd(lines, line, fence)
  const raw = lines.indent(line) < CODE_COLUMNS ? rawStart.exec(start) : null
  return raw ? rawEnd(lines, line, raw[1], missing) : line
}

function fenceEnd(lines: TextLines, start: number, fence: string): number {
  const sign = fence[0] ?? ''
  for (let line = start + 1; line < lines.count; line++) {
    const content = lines.content(line)
    if (content.length >= fence.length && content === sign.repeat(content.length)) return line + 1
  }
  return lines.count
}

/** The line after a comment or raw HTML; `missing` are ends that were not found once, and are not sought again. */
function rawEnd(lines: TextLines, line: number, tag: string | undefined, missing: Set<string>) {
  const name = tag?.toLowerCase() ?? ''
  if (missing.has(name)) return line
  const end = tag ? new RegExp(`</${tag}`, 'gi') : /-->/g
  end.lastIndex = lines.start(line) + 4
  const found = end.exec(lines.text)
  if (!found) missing.add(name)
  return found ? Math.max(lines.at(found.index) + 1, line) : line
}

function headingAt(lines: TextLines, line: number, insides: Uint8Array): Heading | undefined {
  if (lines.indent(line) >= CODE_COLUMNS) return undefined
  const [, signs, title = ''] = hashes.exec(lines.content(line)) ?? []
  if (signs) return { line, level: signs.length, label: plainLabel(title) }
  const [, rule] = underline.exec(lines.content(line)) ?? []
  if (!rule || line === 0 || insides[line - 1] || !isParagraph(lines, line - 1)) return undefined
  const level = rule[0] === '=' ? 1 : 2
  return { line: line - 1, level, label: plainLabel(lines.content(line - 1)) }
}

function isParagraph(lines: TextLines, line: number): boolean {
  const content = lines.content(line)
  return content !== '' && lines.indent(line) < CODE_COLUMNS && !noParagraph.test(content)
}

/** A heading without the signs of its markup. */
function plainLabel(title: string): string {
  const plain = title
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]*>/g, '')
    .replace(/[`*]|\{#[^{}]*\}$/g, '')
  return labelFrom(plain)
}
