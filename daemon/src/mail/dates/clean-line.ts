/** Longest summary and location of an appointment, in characters (security policy of events). */
export const SUMMARY_MAX = 120
export const LOCATION_MAX = 200

/**
 * A text from a mail as one plain line of at most `max` characters: no control characters, nothing
 * invisible, nothing that turns the direction of writing.
 */
export function cleanLine(text: string, max: number): string {
  const line = text
    .slice(0, max * 20)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= max) return line
  return `${[...line.slice(0, max - 1)]
    .filter((c) => !/\p{Cs}/u.test(c))
    .join('')
    .trimEnd()}…`
}
