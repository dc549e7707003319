import { BODY_PREVIEW_CHARACTERS } from '@shortlist/contracts/limits'

const SNIPPET_CHARACTERS = 100
const DOTS = '...'

/** What a card shows of a text: one line of 200 characters, then "..." (specification, section 9). */
export function previewBody(text: string): string {
  return shorten(text, BODY_PREVIEW_CHARACTERS)
}

/** The first words of a text, one line of 100 characters, then "...". */
export function snippet(text: string): string {
  return shorten(text, SNIPPET_CHARACTERS)
}

/**
 * Counts code units, as the specification's screens do, but never splits a character nor adds to dots
 * that are there. White space is not looked for in all of a text.
 */
function shorten(text: string, characters: number): string {
  const line = text
    .slice(0, characters * 20)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= (line.endsWith(DOTS) ? characters + DOTS.length : characters)) return line
  return line.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '') + DOTS
}
