import type { LineSigns } from './borders.ts'

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
