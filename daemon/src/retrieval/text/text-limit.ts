import { skipped } from './refused.ts'

/** A document of more text than this is no longer one to answer from, in UTF-16 units. */
export const TEXT_MAX_CHARACTERS = 2_000_000

export const tooMuchText = skipped('This document has more than 2 million characters of text.')
