import { LABEL_LONGEST } from './bounds.ts'

const ELLIPSIS = '…'

/** Blanks, control characters, and those that turn the direction of what follows. */
const unseen = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** One line of text as a label of at most `most` characters. */
export function labelFrom(text: string, most = LABEL_LONGEST): string {
  const label = text.replace(unseen, ' ').trim()
  if (label.length <= most) return label
  return (
    label
      .slice(0, most - 1)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd() + ELLIPSIS
  )
}
