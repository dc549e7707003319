import { createHash } from 'node:crypto'

const ALPHABET = '0123456789abcdefghijklmnopqrstuv'

/**
 * What identifies an appointment, as 52 characters of `a-v0-9`: base32hex (RFC 4648, section 7) of a
 * SHA-256, in lower case, which calendars take as the id of an event.
 */
export function eventId(parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest()
  let id = ''
  let bits = 0
  let held = 0
  for (const byte of hash) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      id += ALPHABET[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return id + ALPHABET[(held << (5 - bits)) & 31]
}
