import {
  EXCERPT_MAX_CHARACTERS,
  EXCERPT_TITLE_MAX_CHARACTERS,
  EXCERPT_URL_MAX_CHARACTERS,
  MESSAGE_MAX_CHARACTERS,
} from '@shortlist/contracts/limits'
import { AppError } from '../errors.ts'
import { refuseInvalid } from '../platform/http/validate.ts'

/** What is told where an excerpt says nothing. */
export const noExcerptText = 'There is no text in what was taken from the web page.'

const excerptLimit = `What is taken from a web page has at most ${inWords(EXCERPT_MAX_CHARACTERS)} characters.`

/** What is told of a field that is too long. */
const tooLong: ReadonlyMap<string, string> = new Map([
  ['msg', `A message has at most ${inWords(MESSAGE_MAX_CHARACTERS)} characters.`],
  ['excerpt', excerptLimit],
  ['excerpt.text', excerptLimit],
  [
    'excerpt.title',
    `The title of a web page has at most ${EXCERPT_TITLE_MAX_CHARACTERS} characters.`,
  ],
  [
    'excerpt.url',
    `The address of a web page has at most ${inWords(EXCERPT_URL_MAX_CHARACTERS)} characters.`,
  ],
])

/** What is told of a field that does not fit for another reason. */
const unfit: ReadonlyMap<string, string> = new Map([
  ['excerpt', 'What is taken from a web page is an object with kind, title, url and text.'],
  ['excerpt.text', noExcerptText],
  ['excerpt.url', 'The address of a web page begins with http:// or https://.'],
])

/** The hook of the call: throws `TOO_LARGE` with the limit, and `VALIDATION` with the field. */
export function refuseUnfitMessage(result: Parameters<typeof refuseInvalid>[0]): void {
  for (const { code, path } of result.success ? [] : result.error.issues) {
    const field = path.join('.')
    const limit = code === 'too_big' && tooLong.get(field)
    if (limit) throw new AppError('TOO_LARGE', limit)
    const reason = unfit.get(field)
    if (reason) throw new AppError('VALIDATION', reason)
  }
  refuseInvalid(result)
}

function inWords(count: number): string {
  return count.toLocaleString('en')
}
