import { Excerpt } from '@shortlist/contracts/chat'
import {
  EXCERPT_MAX_CHARACTERS,
  EXCERPT_TITLE_MAX_CHARACTERS,
  EXCERPT_URL_MAX_CHARACTERS,
} from '@shortlist/contracts/limits'

/** Ends a text that was too long for one question. */
export const CUT_NOTE = '\n\n[Cut here: the rest did not fit.]'

/**
 * An excerpt within the limits of the contract: a text that is too long is cut and says so, an
 * address that is none of the web, or too long, is left out. Null where there is no text. `found`
 * comes from a web page and is checked whole.
 */
export function makeExcerpt(found: {
  readonly kind: Excerpt['kind']
  readonly title: unknown
  readonly url: unknown
  readonly text: unknown
}): Excerpt | null {
  const text = asText(found.text).trim()
  const { success, data } = Excerpt.safeParse({
    kind: found.kind,
    title: asText(found.title)
      // megabytes are no title, and take long to tidy up
      .slice(0, 10 * EXCERPT_TITLE_MAX_CHARACTERS)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, EXCERPT_TITLE_MAX_CHARACTERS)
      .toWellFormed(),
    url: webAddress(asText(found.url)),
    text: cut(text),
  })
  return success ? data : null
}

/** An http(s) address without a name and a password; empty where it is none or too long. */
function webAddress(address: string): string {
  if (address.length > EXCERPT_URL_MAX_CHARACTERS || !URL.canParse(address)) return ''
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol)) return ''
  url.username = ''
  url.password = ''
  return url.href.length > EXCERPT_URL_MAX_CHARACTERS ? '' : url.href
}

function cut(text: string): string {
  if (text.length <= EXCERPT_MAX_CHARACTERS) return text.toWellFormed()
  const kept = text.slice(0, EXCERPT_MAX_CHARACTERS - CUT_NOTE.length)
  // half of a character would become a mark of its own
  return `${kept.replace(/[\uD800-\uDBFF]$/, '').toWellFormed()}${CUT_NOTE}`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
