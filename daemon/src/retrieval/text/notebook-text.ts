import { parseJson } from '../../platform/storage/parse-json.ts'
import { HeadingPath, type TextMark } from './file-text.ts'
import type { MarkedText } from './html-text.ts'

interface Cell {
  readonly isProse: boolean
  /** With the newlines between its lines. */
  readonly source: string
}

interface PlacedCells {
  readonly text: string
  /** The first line of each cell, counted from 1. */
  readonly starts: readonly number[]
}

/**
 * The cells of a Jupyter notebook, without what running them gave. In a file that has each line of
 * a cell on a line of its own, as Jupyter writes it, they stay there; otherwise they follow each
 * other. Undefined where it is no notebook. `source` ends its lines with "\n".
 */
export function notebookText(source: string): MarkedText | undefined {
  const cells = cellsOf(parseJson(source))
  if (!cells) return undefined
  const { text, starts } = inPlace(source, cells) ?? oneAfterAnother(cells)
  return { text: text.toWellFormed(), marks: marksOf(cells, starts) }
}

/** Of versions 3 and 4 of the format. */
function cellsOf(notebook: unknown): Cell[] | undefined {
  const sheets = fieldOf(notebook, 'worksheets')
  const cells = Array.isArray(sheets)
    ? sheets.flatMap((sheet) => fieldOf(sheet, 'cells'))
    : fieldOf(notebook, 'cells')
  if (!Array.isArray(cells)) return undefined
  return cells.map((cell) => {
    const written = fieldOf(cell, 'source') ?? fieldOf(cell, 'input')
    const lines = Array.isArray(written) ? written : [written]
    return {
      isProse: fieldOf(cell, 'cell_type') === 'markdown',
      source: lines.filter((line) => typeof line === 'string').join(''),
    }
  })
}

/** Undefined where the lines of the file are not those of the cells. */
function inPlace(source: string, cells: readonly Cell[]): PlacedCells | undefined {
  const starts: number[] = []
  const sources: string[] = []
  let isInside = false
  const lines = source.split('\n').map((raw, nth) => {
    const line = raw.trim()
    if (isInside) {
      isInside = !/^\],?$/.test(line)
      const piece = isInside ? parseJson(line.replace(/,$/, '')) : undefined
      if (typeof piece !== 'string') return ''
      sources.push((sources.pop() ?? '') + piece)
      return piece.replace(/\n$/, '')
    }
    const [start, rest] = /^"(?:source|input)": (\[|\[\],?)$/.exec(line) ?? []
    if (start === undefined) return ''
    isInside = rest === '['
    starts.push(nth + (isInside ? 2 : 1))
    sources.push('')
    return ''
  })
  const isTrue =
    sources.length === cells.length &&
    cells.every((cell, nth) => cell.source === sources[nth]) &&
    lines.every((line) => !line.includes('\n'))
  return isTrue ? { text: lines.join('\n'), starts } : undefined
}

function oneAfterAnother(cells: readonly Cell[]): PlacedCells {
  const starts: number[] = []
  let line = 1
  for (const { source } of cells) {
    starts.push(line)
    line += source.split('\n').length + 1
  }
  return { text: cells.map(({ source }) => source).join('\n\n'), starts }
}

/** "Cell 3" below the headings of the Markdown before it. */
function marksOf(cells: readonly Cell[], starts: readonly number[]): TextMark[] {
  const path = new HeadingPath()
  return cells.map(({ isProse, source }, nth) => {
    for (const [, signs = '', title = ''] of source.matchAll(/^(#{1,6}) +(\S.*)$/gm)) {
      if (isProse) path.enter(signs.length, title)
    }
    const above = path.toString()
    const cell = `Cell ${nth + 1}`
    return { line: starts[nth] ?? 1, heading: above === '' ? cell : `${above} › ${cell}` }
  })
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}
