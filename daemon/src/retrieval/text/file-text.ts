import { cleanLine } from '../../platform/clean-text.ts'

/** What a cutter may know of a text: where functions, headings, paragraphs, entries or rows begin. */
export type TextKind = 'code' | 'markdown' | 'prose' | 'data' | 'table'

/** A heading that the format knows and the text does not show; it holds until the next one. */
export interface TextMark {
  /** The first line it holds for, counted from 1. */
  readonly line: number
  /** Outermost first, joined by " › "; or "" where none holds any more. */
  readonly heading: string
}

/**
 * What a file says. `text` has no byte order mark and ends its lines with "\n" alone; its lines are
 * those an editor counts, except for PDF and DOCX, which have lines of their own. `marks` stand in
 * the order of their lines.
 */
export type FileText =
  | {
      readonly status: 'text'
      readonly text: string
      readonly kind: TextKind
      readonly marks: readonly TextMark[]
    }
  | {
      readonly status: 'skipped' | 'failed'
      /** A sentence that is fit to be shown. */
      readonly reason: string
    }

type Refused = Exclude<FileText, { status: 'text' }>

/** Nothing is wrong with the file, but it is none to answer from. */
export function skipped(reason: string): Refused {
  return { status: 'skipped', reason }
}

/** The file should have been read and could not be. */
export function failed(reason: string): Refused {
  return { status: 'failed', reason }
}

/** A document of more text than this is no longer one to answer from, in UTF-16 units. */
export const TEXT_MAX_CHARACTERS = 2_000_000

export const tooMuchText = skipped('This document has more than 2 million characters of text.')

const TITLE_MAX_CHARACTERS = 120
const JOINT = ' › '

/** The headings that hold at a place of a document, outermost first. */
export class HeadingPath {
  readonly #open: { readonly level: number; readonly title: string }[] = []

  /** Ends the headings of this level and those below it, and gives all that hold now, joined. */
  enter(level: number, title: string): string {
    while ((this.#open.at(-1)?.level ?? -1) >= level) this.#open.pop()
    const plain = cleanLine(title, TITLE_MAX_CHARACTERS)
    if (plain !== '') this.#open.push({ level, title: plain })
    return this.toString()
  }

  toString(): string {
    return this.#open.map(({ title }) => title).join(JOINT)
  }
}
