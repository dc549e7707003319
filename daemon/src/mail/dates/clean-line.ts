import { cutLine, plainLine } from '../../platform/plain-line.ts'

/** Longest summary and location of an appointment, in characters (security policy of events). */
export const SUMMARY_MAX = 120
export const LOCATION_MAX = 200

/**
 * A text from a mail as one plain line of at most `max` characters: no control characters, nothing
 * invisible, nothing that turns the direction of writing.
 */
export function cleanLine(text: string, max: number): string {
  return cutLine(plainLine(text.slice(0, max * 20)), max)
}
