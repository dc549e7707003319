/** Longest summary and location of an appointment, in characters (security design, 12.3). */
export const SUMMARY_MAX = 120
export const LOCATION_MAX = 200

/** Longest text of which a line or a finding is made, in characters: no more is looked at. */
const LOOKED_AT = 20_000

/** A text of a mail, a file or a web page without the characters that nobody sees. */
export interface CleanText {
  readonly text: string
  /** How many of those that were taken out can spell a message of their own. */
  readonly hiddenCharacters: number
}

/** Plane 14: tags, which spell ASCII unseen, and variation selectors, which can carry bytes. */
const smuggling = /[\u{e0000}-\u{e0fff}]/gu

/**
 * Zero-width and bidi characters, fillers (UAX 44), controls and what no font knows, but for what
 * needs a context.
 */
const unseen =
  /[[\p{Default_Ignorable_Code_Point}\p{Control}\p{Private_Use}\ufff9-\ufffb]--[\t\n\u200c\u200d\ufe0f]]/gv

/** Joiners belong to the spelling of some scripts and to pictures that are made of several. */
const strayJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Mark}\p{Script=Arabic}\p{Script=Syriac}])[\u200c\u200d]/gv
const strayPicture = /(?<![\p{Emoji}\p{Extended_Pictographic}])\ufe0f/gv

const markup = /<\/?[a-z!][^<>]{0,2000}>/gi
const webAddress = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"]+/gi
const meetingAddress = /^https:\/\/[^\s<>"@]+$/i

/** Takes out what is never seen wherever it stands, and makes line ends `\n`. */
export function cleanText(text: string): CleanText {
  const whole = text.toWellFormed()
  const legible = whole.replace(smuggling, '')
  return {
    text: legible
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(unseen, '')
      .replace(strayPicture, '')
      .replace(strayJoiner, ''),
    // Each of them takes two code units.
    hiddenCharacters: (whole.length - legible.length) / 2,
  }
}

/** One line: cleaned, with runs of white space made one space, at most `max` characters long. */
export function cleanLine(text: string, max = LOOKED_AT): string {
  return shorten(oneLine(cleanText(text.slice(0, LOOKED_AT)).text), max)
}

/** The same without markup. */
export function plainLine(text: string, max: number): string {
  return shorten(oneLine(plainLines(text, LOOKED_AT)), max)
}

/**
 * A cleaned text without markup, at most `max` characters long; line ends stay, with at most one
 * empty line between them.
 */
export function plainLines(text: string, max: number): string {
  const plain = cleanText(text.slice(0, LOOKED_AT))
    .text.replace(markup, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return shorten(plain, max)
}

/** A text with a space where it had an address of the web. */
export function withoutAddresses(text: string): string {
  return text.slice(0, LOOKED_AT).replace(webAddress, ' ')
}

/**
 * Where an appointment takes place, as one line of at most `LOCATION_MAX` characters. Of the web
 * addresses in it only the first https one that `isShown` vouches for stays, and only whole.
 */
export function placeLine(text: string, isShown: (address: string) => boolean): string {
  const link = (cleanLine(text).match(webAddress) ?? [])
    .map((address) => address.replace(/[),.;\]]+$/, ''))
    .find((found) => meetingAddress.test(found) && found.length <= LOCATION_MAX && isShown(found))
  const place = plainLine(withoutAddresses(text), LOCATION_MAX).replace(/[\s,;:(|-]+$/, '')
  if (link === undefined) return place
  const room = LOCATION_MAX - link.length - 2
  const short = room > 0 ? shorten(place, room) : ''
  return short === '' ? link : `${short}, ${link}`
}

/** Ends with an ellipsis, at a word where one is near, and never in the middle of a character. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1)
  const end = cut.lastIndexOf(' ')
  const whole = end > max * 0.7 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '')
  return `${whole.trimEnd()}…`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
