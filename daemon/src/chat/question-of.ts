import type { NewMessage } from '@shortlist/contracts/chat'
import { MESSAGE_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import { refuseInvalid } from '../platform/http/validate.ts'
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
  const { msg, userId, coachOrChat, chatId, messageId, image } = { ...json, ...form }
  if (msg === undefined || userId === undefined || coachOrChat === undefined) throw noBody()
  if (chatId === undefined || messageId === undefined) throw noBody()
  const about = { userId: ownId(c, userId), chatId, messageId, mode: coachOrChat, text: msg }
  return image ? { ...about, image: await attached(image) } : about
}

/** The hook of the call: a text that is too long is told its limit. */
export function refuseUnfitMessage(result: Parameters<typeof refuseInvalid>[0]): void {
  const issues = result.success ? [] : result.error.issues
  if (issues.some(({ code, path }) => code === 'too_big' && path[0] === 'msg')) {
    const limit = MESSAGE_MAX_CHARACTERS.toLocaleString('en')
    throw new AppError('TOO_LARGE', `A message has at most ${limit} characters.`)
  }
  refuseInvalid(result)
}

function noBody(): AppError {
  return new AppError('VALIDATION', 'The request has no body.')
}

async function attached(file: File): Promise<AttachedImage> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const stored = readImage(bytes)
  return { stored, type: stored.type, bytes }
}
