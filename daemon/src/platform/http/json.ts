import { ErrorReply } from '@shortlist/contracts/errors'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'

/** A JSON request body that must be there and fit its schema. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { body: { required: true, content: { 'application/json': { schema } } } } as const
}

/** The answers of a call: 200 with what its contract promises, anything else an `ErrorReply`. */
export function replies<Schema extends z.ZodType>(schema: Schema, description: string) {
  return {
    200: { description, content: { 'application/json': { schema } } },
    default: refusal,
  } as const
}

/** What every call answers when it refuses or fails. */
export const refusal = {
  description: 'What went wrong',
  content: { 'application/json': { schema: ErrorReply } },
} as const

const SHOWN_ISSUES = 3

type Result =
  | { readonly success: true }
  | { readonly success: false; readonly error: z.core.$ZodError }

/** Clients show it as it is (wire contract, section 8). */
const NOBODY = 'User ID is required'

/** The hook of every route: what does not fit its contract answers 400 and names the field. */
export function refuseInvalid(result: Result): void {
  if (result.success) return
  const { issues } = result.error
  if (issues.some(({ path }) => path[0] === 'userId')) throw new AppError('VALIDATION', NOBODY)
  throw new AppError('VALIDATION', issues.slice(0, SHOWN_ISSUES).map(sentence).join(' '))
}

function sentence({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? `${message}.` : `${path.join('.')}: ${message}.`
}
