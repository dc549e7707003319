import { z } from '@hono/zod-openapi'
import { Excerpt, NewMessage } from '@shortlist/contracts/chat'

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
    .transform(parseJson)
    .pipe(Excerpt)
    .optional(),
  image: z.instanceof(File).optional().openapi({ type: 'string', format: 'binary' }),
}).meta({ id: 'NewMessageForm' })

/** What is no JSON is no excerpt either, and is refused as such. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
