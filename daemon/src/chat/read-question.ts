import { randomUUID } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { Excerpt, NewMessage, type StoredImage } from '@shortlist/contracts/chat'
import {
  EXCERPT_MAX_CHARACTERS,
  EXCERPT_TITLE_MAX_CHARACTERS,
  EXCERPT_URL_MAX_CHARACTERS,
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
  MESSAGE_MAX_CHARACTERS,
} from '@shortlist/contracts/limits'
import type { Context } from 'hono'
import { imageSize } from 'image-size'
import { AppError } from '../errors.ts'
import { refuseInvalid } from '../platform/http/json.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import { parseJson } from '../platform/storage/parse-json.ts'
import type { PostedQuestion } from './ports.ts'

/** More than the longest excerpt takes with every character escaped. */
const EXCERPT_JSON_CHARACTERS = 100_000

/** A whole number that JavaScript holds exactly. */
const DIGITS = /^\d{1,15}$/

/** The message as form data: with an image, a message id of digits as a number, and JSON as text. */
export const NewMessageForm = NewMessage.extend({
  messageId: z
    .string()
    .min(1)
    .max(128)
    .transform((text) => (DIGITS.test(text) ? Number(text) : text)),
  excerpt: z
    .string()
    .max(EXCERPT_JSON_CHARACTERS)
    .openapi({ description: 'An Excerpt as JSON' })
    // what is no JSON is no excerpt either, and is refused as such
    .transform(parseJson)
    .pipe(Excerpt)
    .optional(),
  image: z.instanceof(File).optional().openapi({ type: 'string', format: 'binary' }),
}).meta({ id: 'NewMessageForm' })

const noExcerptText = 'There is no text in what was taken from the web page.'

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

function inWords(count: number): string {
  return count.toLocaleString('en')
}

/** The hook of the call: throws `TOO_LARGE` with the limit, and `VALIDATION` with the field. */
export function refuseUnfitMessage(result: Parameters<typeof refuseInvalid>[0]): undefined {
  for (const { code, path } of result.success ? [] : result.error.issues) {
    const field = path.join('.')
    const limit = code === 'too_big' && tooLong.get(field)
    if (limit) throw new AppError('TOO_LARGE', limit)
    const reason = unfit.get(field)
    if (reason) throw new AppError('VALIDATION', reason)
  }
  refuseInvalid(result)
}

/**
 * A posted message in our words, whichever of the two bodies it came in. Throws `FORBIDDEN_USER`,
 * `VALIDATION` where it says nothing, and `TYPE` and `TOO_LARGE` for its image.
 */
export async function readQuestion(
  c: Context<SignedIn>,
  json: Partial<z.output<typeof NewMessage>>,
  form: Partial<z.output<typeof NewMessageForm>>,
): Promise<PostedQuestion> {
  // the body of the other content type is {}
  const { msg, userId, coachOrChat: mode, chatId, messageId, ...rest } = { ...json, ...form }
  const { image, excerpt, answerBy } = rest
  const isThere = msg !== undefined && userId !== undefined && mode !== undefined
  if (!isThere || chatId === undefined || messageId === undefined)
    throw new AppError('VALIDATION', 'The request has no body.')
  const posted = {
    userId: ownId(c, userId),
    chatId,
    messageId,
    mode,
    question: msg,
    excerpt,
    answerBy,
  }
  if (excerpt?.text.trim() === '') throw new AppError('VALIDATION', noExcerptText)
  if (msg.trim() === '' && !image && !excerpt)
    throw new AppError('VALIDATION', 'The message is empty.')
  if (!image) return posted
  const bytes = new Uint8Array(await image.arrayBuffer())
  const stored = measureImage(bytes)
  return { ...posted, image: { stored, type: stored.type, bytes } }
}

/** Media types by what image-size calls them. SVG is a document that can run scripts: not taken. */
const mediaTypes = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
])

const supported = 'use PNG, JPEG, GIF, WebP or AVIF.'

/** Orientations from here on turn an image on its side (Exif 2.3, tag 0x0112). */
const FIRST_TURNED_ORIENTATION = 5

/**
 * What kind of image the bytes are, by their content and never by their name; nothing is decoded.
 * Throws `TYPE` and `TOO_LARGE`.
 */
export function measureImage(bytes: Uint8Array): StoredImage {
  if (bytes.length > IMAGE_MAX_BYTES) {
    throw new AppError('TOO_LARGE', 'The image is larger than 10 MB.')
  }
  const { width, height, type, orientation = 1 } = sizeOf(bytes)
  const mediaType = mediaTypes.get(type ?? '')
  if (mediaType === undefined) {
    throw new AppError('TYPE', `Images of type ${type} are not supported: ${supported}`)
  }
  if (width * height > IMAGE_MAX_PIXELS) {
    throw new AppError('TOO_LARGE', 'The image has more than 40 megapixels.')
  }
  const shown =
    orientation < FIRST_TURNED_ORIENTATION ? { width, height } : { width: height, height: width }
  return { id: randomUUID(), type: mediaType, ...shown }
}

function sizeOf(bytes: Uint8Array): ReturnType<typeof imageSize> {
  try {
    return imageSize(bytes)
  } catch (cause) {
    throw new AppError('TYPE', `The file is not an image that can be read: ${supported}`, { cause })
  }
}
