import { z } from '@hono/zod-openapi'
import { NewMessage } from '@shortlist/contracts/chat'

/** A whole number that JavaScript holds exactly. */
const DIGITS = /^\d{1,15}$/

/** The message as form data: with an image, and with a message id of digits read as a number. */
export const NewMessageForm = NewMessage.extend({
  messageId: z
    .string()
    .min(1)
    .max(128)
    .transform((text) => (DIGITS.test(text) ? Number(text) : text)),
  image: z.instanceof(File).optional().openapi({ type: 'string', format: 'binary' }),
}).meta({ id: 'NewMessageForm' })
