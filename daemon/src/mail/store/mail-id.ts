import { hash } from 'node:crypto'

const ID_CHARACTERS = 32
const [CR, LF] = [13, 10]

/**
 * What a mail is recognised by in every mailbox and under every number: a hash of its raw headers,
 * Message-ID included, as lower-case hexadecimal. Its sender cannot make it another mail's.
 */
export function mailIdOf(source: Uint8Array): string {
  const end = endOfHeaders(source)
  // a mail without headers has nothing but its body to tell it from others
  const told = end === 0 ? source : source.subarray(0, end)
  return hash('sha256', told).slice(0, ID_CHARACTERS)
}

/** The first free id of a mail that may have the same headers as others: itself, then with a number. */
export function freeId(id: string, isFree: (id: string) => boolean): string {
  let free = id
  for (let copy = 2; !isFree(free); copy++) free = `${id}-${copy}`
  return free
}

/** Where the empty line after the headers begins; the whole length where there is none. */
function endOfHeaders(source: Uint8Array): number {
  let lineStart = 0
  for (let at = source.indexOf(LF); at >= 0; at = source.indexOf(LF, at + 1)) {
    const isEmpty = at === lineStart || (at === lineStart + 1 && source[lineStart] === CR)
    if (isEmpty) return lineStart
    lineStart = at + 1
  }
  return source.length
}
