const control = /[[\p{Control}\u2028\u2029]--[\n]]/gv
/** Zero-width and bidi characters, tags and fillers (UAX 44), and what no font knows. */
const unseen = /[\p{Format}\p{Default_Ignorable_Code_Point}\p{Private_Use}]/gu
const tag = /<\/?[a-z!][^<>]{0,2000}>/gi

/** Longest text that is looked at, in characters: no analysis needs more. */
const LOOKED_AT = 20_000

/** A text without markup and unseen characters, at most `max` characters long; line ends stay. */
export function cleanLines(text: string, max: number): string {
  const plain = text
    .slice(0, LOOKED_AT)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(control, ' ')
    .replace(tag, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return shorten(plain, max)
}

/** The same on one line. */
export function cleanText(text: string, max: number): string {
  return shorten(cleanLines(text, LOOKED_AT).replace(/\s+/g, ' '), max)
}

/** Ends at a word where that is near, and never in the middle of a character. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  const end = cut.lastIndexOf(' ')
  const whole = end > max * 0.7 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '')
  return `${whole.trimEnd()}…`
}
