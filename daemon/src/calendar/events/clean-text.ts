const WEB_ADDRESS = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"]+/gi
const MEETING_ADDRESS = /^https:\/\/[^\s<>"@]+$/i

/** Longest texts of an event, in characters. */
export const SUMMARY_MAX = 120
export const LOCATION_MAX = 200

/** One plain line without web addresses, control, bidi and invisible characters, cut to `max`. */
export function cleanText(text: string, max: number): string {
  return cut(plain(text.slice(0, max * 20).replace(WEB_ADDRESS, ' ')), max)
}

/** The same, but the first https address (a meeting link) stays where `mayLink` allows it. */
export function cleanLocation(text: string, mayLink: (address: string) => boolean): string {
  const [link] = (plain(text.slice(0, LOCATION_MAX * 20)).match(WEB_ADDRESS) ?? [])
    .map((address) => address.replace(/[),.;\]]+$/, ''))
    .filter((address) => MEETING_ADDRESS.test(address) && address.length <= LOCATION_MAX)
    .filter(mayLink)
  const place = cleanText(text, LOCATION_MAX).replace(/[\s,;:(|-]+$/, '')
  if (link === undefined || place === '') return link ?? place
  const room = LOCATION_MAX - link.length - 2
  return room < 1 ? link : `${cut(place, room)}, ${link}`
}

function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  // half of a surrogate pair may be left at the end
  const start = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')
  return max < 2 ? start : `${start.trimEnd()}…`
}
