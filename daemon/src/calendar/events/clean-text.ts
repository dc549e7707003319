import { cutLine, plainLine } from '../../platform/plain-line.ts'

const WEB_ADDRESS = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"]+/gi
const MEETING_ADDRESS = /^https:\/\/[^\s<>"@]+$/i

/** Longest texts of an event, in characters. */
export const SUMMARY_MAX = 120
export const LOCATION_MAX = 200

/** One plain line without web addresses, control, bidi and invisible characters, cut to `max`. */
export function cleanText(text: string, max: number): string {
  return cutLine(plainLine(text.slice(0, max * 20).replace(WEB_ADDRESS, ' ')), max)
}

/** The same, but the first https address (a meeting link) stays where `mayLink` allows it. */
export function cleanLocation(text: string, mayLink: (address: string) => boolean): string {
  const [link] = (plainLine(text.slice(0, LOCATION_MAX * 20)).match(WEB_ADDRESS) ?? [])
    .map((address) => address.replace(/[),.;\]]+$/, ''))
    .filter((address) => MEETING_ADDRESS.test(address) && address.length <= LOCATION_MAX)
    .filter(mayLink)
  const place = cleanText(text, LOCATION_MAX).replace(/[\s,;:(|-]+$/, '')
  if (link === undefined || place === '') return link ?? place
  const room = LOCATION_MAX - link.length - 2
  return room < 1 ? link : `${cutLine(place, room)}, ${link}`
}
