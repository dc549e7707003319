import { ErrorReply } from '@shortlist/contracts/errors'
import type { z } from 'zod'

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
