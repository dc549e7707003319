/** A text of a mail or a web page without the characters that nobody sees. */
export interface CleanText {
  readonly text: string
  /** How many of those that were taken out can spell a message of their own. */
  readonly hiddenCharacters: number
}

/** Plane 14: tags, which spell ASCII unseen, and variation selectors, which can carry bytes. */
const smuggling = /[\u{e0000}-\u{e0fff}]/gu

/** Zero-width and bidi characters, fillers (UAX 44) and controls, but for what needs a context. */
const unseen =
  /[[\p{Default_Ignorable_Code_Point}\p{Control}\ufff9-\ufffb]--[\t\n\u200c\u200d\ufe0f]]/gv

/** Joiners belong to the spelling of some scripts and to pictures that are made of several. */
const strayJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Mark}\p{Script=Arabic}\p{Script=Syriac}])[\u200c\u200d]/gv
const strayPicture = /(?<![\p{Emoji}\p{Extended_Pictographic}])\ufe0f/gv

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

/** One line: cleaned, with runs of white space made one space. */
export function cleanLine(text: string): string {
  return cleanText(text).text.replace(/\s+/g, ' ').trim()
}
