import type { ReadMessage } from '../message-ports.ts'

const schemes =
  'https?|hxxps?|ftp|wss?|file|data|javascript|vbscript|blob|mailto|tel|sms|tg|skype|intent|chrome|about'
const domains =
  'com|org|net|info|biz|io|dev|app|ai|co|me|tv|cc|eu|us|uk|de|fr|ch|at|nl|be|it|es|pt|pl|cz|dk|se|no|fi|ie|ru|ua|cn|jp|kr|in|au|nz|ca|br|mx|za|tr|gr|hu|ro|su|tk|ml|ga|cf|gq|xyz|top|site|online|shop|store|club|link|click|live|work|jobs|careers|cloud|tech|page|space|fun|icu|vip|win|example|test|local|onion|gl|ly|gg|sh|to'

/** Addresses with a scheme, of pages and of mails; and the name of a host. */
const addresses = [
  `\\b(?:${schemes}):[^\\s<>"']+`,
  `(?:\\bwww\\.|//)[^\\s<>"']{3,}`,
  `[^\\s<>"'(),;:@]{1,64}@[^\\s<>"'(),;:@]{1,190}\\.[^\\s<>"'(),;:@]{2,24}`,
]
const host = `(?<![\\p{L}\\p{N}.@-])(?:[\\p{L}\\p{N}-]{1,63}\\.){1,8}(?:${domains})`

/** What leads somewhere: addresses, and hosts by name and by number. */
const links = [
  ...addresses,
  `${host}(?![\\p{L}\\p{N}-])(?:[:/?#][^\\s<>"']*)?`,
  `(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w.])(?:[:/][^\\s<>"']*)?`,
].map((link) => new RegExp(link, 'giu'))

/** What could be followed from where it stands, other than the name of a host alone. */
const whole = new RegExp([...addresses, `${host}[/?#][^\\s<>"']*`].join('|'), 'giu')

/** Eight to fifteen digits (ITU-T E.164) as people write them. */
const phone = /(?<![\p{L}\p{N}.,])[+(]{0,2}\d[\d\s()./-]{6,24}\d(?!\p{L}|\d)/gu
const date = /^\(?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/

export const REMOVED = '[removed]'

/** A text with an ellipsis instead of every link. */
export function removeLinks(text: string): string {
  return text.replace(whole, '…')
}

/**
 * A text with "[removed]" instead of every address and phone number that `mail` does not show
 * (security design, 12.1): what the model makes up leads nobody anywhere.
 */
export function removeForeignLinks(text: string, mail: ShownText): string {
  const withoutLinks = links.reduce(
    (rest, link) => rest.replace(link, (found) => (mail.hasLink(found) ? found : REMOVED)),
    text,
  )
  return withoutLinks.replace(phone, (found) => {
    const digits = digitsOf(found)
    const isPhone = digits.length >= 8 && digits.length <= 15 && !date.test(found)
    return isPhone && !mail.hasNumber(digits) ? REMOVED : found
  })
}

/** What the reader of a mail sees, to be asked for links and numbers. */
export interface ShownText {
  hasLink(link: string): boolean
  hasNumber(digits: string): boolean
}

export function shownText({ subject, text, from, replyTo }: ReadMessage): ShownText {
  const shown = [subject, from.name, from.address, replyTo?.address ?? '', text].join('\n')
  let folded: string | undefined
  let digits: string | undefined
  return {
    hasLink(link) {
      folded ??= shown.toLowerCase()
      return folded.includes(link.toLowerCase().replace(/[.,;:!?)\]}>*_]+$/, ''))
    },
    hasNumber(number) {
      digits ??= numbersIn(shown)
      return digits.includes(number)
    },
  }
}

/** The digits of a text, those of one number together however it is written. */
function numbersIn(text: string): string {
  return digitsOf(text.replace(/\p{L}+/gu, ' ').replace(/(?<=\d)[\s()./-]+(?=\d)/g, ''))
}

function digitsOf(text: string): string {
  return text.replace(/[^\d\n]+/g, '')
}
