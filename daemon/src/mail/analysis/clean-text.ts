/** Longest summary and location of an appointment, in characters (security policy of events). */
export const SUMMARY_MAX = 120
export const LOCATION_MAX = 200

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

const ADDRESS = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"]+/gi
const MEETING = /^https:\/\/[^\s<>"@]+$/i

/** A text with every address of the web taken out. */
export function withoutAddresses(text: string): string {
  return text.slice(0, 10_000).replace(ADDRESS, ' ')
}

/**
 * Where an appointment takes place, as one line. Of the web addresses in it only the first https
 * one that `isShown` vouches for stays, and only whole.
 */
export function placeLine(text: string, isShown: (address: string) => boolean): string {
  const link = (text.slice(0, 10_000).match(ADDRESS) ?? [])
    .map((address) => address.replace(/[),.;\]]+$/, ''))
    .find((address) => MEETING.test(address) && address.length <= LOCATION_MAX && isShown(address))
  const place = cleanText(withoutAddresses(text), LOCATION_MAX).replace(/[\s,;:(|-]+$/, '')
  if (link === undefined) return place
  const room = LOCATION_MAX - link.length - 2
  const short = room > 0 ? cleanText(place, room) : ''
  return short === '' ? link : `${short}, ${link}`
}
