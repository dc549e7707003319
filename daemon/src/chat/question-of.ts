import type { NewMessage } from '@shortlist/contracts/chat'
import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import type { NewMessageForm } from './message-form.ts'
import type { AttachedImage, Question } from './question.ts'
import { readImage } from './read-image.ts'

/**
 * A posted message in our words, whichever of the two bodies it came in. Throws `FORBIDDEN_USER` and
 * what `readImage` throws.
 */
export async function questionOf(
  c: Context<SignedIn>,
  json: Partial<z.output<typeof NewMessage>>,
  form: Partial<z.output<typeof NewMessageForm>>,
): Promise<Question> {
  // the body of the other content type is {}
  const { msg, userId, coachOrChat, chatId, messageId, image, excerpt } = { ...json, ...form }
  if (msg === undefined || userId === undefined || coachOrChat === undefined) throw noBody()
  if (chatId === undefined || messageId === undefined) throw noBody()
  const mode = coachOrChat
  const about = { userId: ownId(c, userId), chatId, messageId, mode, text: msg, excerpt }
  return image ? { ...about, image: await attached(image) } : about
}

function noBody(): AppError {
  return new AppError('VALIDATION', 'The request has no body.')
}

async function attached(file: File): Promise<AttachedImage> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const stored = readImage(bytes)
  return { stored, type: stored.type, bytes }
}
