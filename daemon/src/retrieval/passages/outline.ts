import { cleanLine } from '../../platform/clean-text.ts'

/** How long headings are at most, and each label in them, in UTF-16 units. */
export const HEADING_LONGEST = 200
const LABEL_LONGEST = 80

/** What is known of each line; a line that is not 0 holds it. */
export interface LineSigns {
  /** Comments, decorators and the like, which belong to what follows. */
  readonly leads: Uint8Array
  /** The insides of a fence, of a comment, of a cell in quotes. */
  readonly insides: Uint8Array
}

/** What of a text has a name: a class, a function, a section. Lines count from 0. */
export interface Named {
  readonly first: number
  /** The line after its last one. */
  readonly end: number
  readonly label: string
}

/** What stands where in a text, in the order of the first lines; those around others come first. */
export interface Outline extends LineSigns {
  readonly named: readonly Named[]
}

/** Nothing is known of so many lines. */
export function plainOutline(lineCount: number): Outline {
  return { named: [], leads: new Uint8Array(lineCount), insides: new Uint8Array(lineCount) }
}

/** One line of text as a label of at most `most` characters. */
export function labelFrom(text: string, most = LABEL_LONGEST): string {
  return cleanLine(text, most)
}
