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
  const place = cleanLine(withoutAddresses(text), LOCATION_MAX).replace(/[\s,;:(|-]+$/, '')
  if (link === undefined) return place
  const room = LOCATION_MAX - link.length - 2
  const short = room > 0 ? cleanLine(place, room) : ''
  return short === '' ? link : `${short}, ${link}`
}
