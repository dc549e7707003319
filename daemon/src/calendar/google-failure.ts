import { z } from 'zod'
import { AppError } from '../errors.ts'

/** As the vendor's client throws it; only status and reason are to be relied on. */
const Thrown = z.object({
  response: z.object({
    status: z.number(),
    data: z
      .object({
        error: z.object({ errors: z.array(z.object({ reason: z.string() })) }).optional(),
      })
      .optional()
      .catch(undefined),
  }),
})

const byStatus = {
  401: 'unauthorized',
  404: 'missing',
  408: 'unreachable',
  409: 'taken',
  410: 'gone',
  429: 'throttled',
} as const

/** Of what is forbidden (403). */
const byReason = {
  rateLimitExceeded: 'throttled',
  userRateLimitExceeded: 'throttled',
  quotaExceeded: 'throttled',
  dailyLimitExceeded: 'throttled',
  insufficientPermissions: 'scope',
  accessNotConfigured: 'disabled',
} as const

/** What will not pass, as it is told. */
export const refusals = {
  refused: 'Google Calendar refuses this event.',
  disabled: 'The Google Calendar API is not enabled for this GOOGLE_CLIENT_ID.',
  forbidden: 'Google does not let you write to this calendar; check GOOGLE_CALENDAR_ID.',
} as const

/**
 * What a call of the Calendar API failed with: `unauthorized` (the token), `unreachable` and
 * `throttled` (may pass), `scope` (the grant is too small), `missing`, `taken`, `gone`, or a refusal.
 */
export type GoogleFailure =
  | (typeof byStatus)[keyof typeof byStatus]
  | (typeof byReason)[keyof typeof byReason]
  | keyof typeof refusals

/** The failure of a call; what had no answer from Google may pass. */
export function googleFailure(error: unknown): GoogleFailure {
  const thrown = Thrown.safeParse(error)
  if (!thrown.success) return 'unreachable'
  const { status, data } = thrown.data.response
  if (isKeyOf(byStatus, status)) return byStatus[status]
  if (status >= 500) return 'unreachable'
  if (status !== 403) return 'refused'
  const reason = data?.error?.errors[0]?.reason ?? ''
  return isKeyOf(byReason, reason) ? byReason[reason] : 'forbidden'
}

function isKeyOf<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key)
}

export function unreachable(
  kind: 'unreachable' | 'throttled' = 'unreachable',
  cause?: unknown,
): AppError {
  const sentence =
    kind === 'throttled'
      ? 'Google Calendar takes no more requests for now.'
      : 'Google Calendar cannot be reached.'
  return new AppError('CAL_UNREACHABLE', sentence, { cause })
}

export function noSuchCalendar(): AppError {
  const sentence = 'Google does not know this calendar; check GOOGLE_CALENDAR_ID.'
  return new AppError('CAL_REFUSED', sentence)
}

/** The wording is what screens know a lost sign-in by (specification, section 4). */
export function revoked(): AppError {
  const sentence = 'Google Calendar tokens have expired or were revoked. Please reconnect.'
  return new AppError('CAL_TOKEN_REVOKED', sentence)
}
