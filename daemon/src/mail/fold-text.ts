/** What is read of a mail, in characters (security design, 12.2). */
export const READ_CHARACTERS = 12_000

const accented = /[\u00c0-\u024f]/g
const spaces = /[\u00a0\u2007\u2009\u202f]/g
const quotes = /[\u2018\u2019\u02bc]/g
const dashes = /[\u2010-\u2015]/g

/**
 * The text in lower case and without accents, for patterns written in plain letters ("ß" as "s").
 * Every character keeps its place: an index of the result is one of the text.
 */
export function foldText(text: string): string {
  return text
    .replace(/[A-Z\u00c0-\u024f]/g, lower)
    .replace(accented, baseLetter)
    .replace(spaces, ' ')
    .replace(quotes, "'")
    .replace(dashes, '-')
}

function lower(letter: string): string {
  const small = letter.toLowerCase()
  return small.length === letter.length ? small : letter
}

function baseLetter(letter: string): string {
  return letter === 'ß' ? 's' : letter.normalize('NFD').charAt(0)
}
