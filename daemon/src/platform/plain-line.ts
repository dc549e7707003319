/** One plain line: no control, bidi or invisible characters, and single spaces. */
export function plainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A line of at most `max` characters; where it is cut an ellipsis says so. */
export function cutLine(line: string, max: number): string {
  if (line.length <= max) return line
  // half of a surrogate pair may be left at the end
  const start = line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')
  return max < 2 ? start : `${start.trimEnd()}…`
}
