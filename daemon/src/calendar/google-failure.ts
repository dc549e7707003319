import { z } from 'zod'
import { AppError } from '../errors.ts'

/**
 * What a call of the Calendar API failed with: `unauthorized` (the token), `unreachable` and
 * `throttled` (may pass), `scope` (the grant is too small), `missing`, `taken`, `gone`, or `refused` with a sentence.
 */
export type GoogleFailure =
  | {
      readonly kind:
        | 'unauthorized'
        | 'unreachable'
        | 'throttled'
        | 'scope'
        | 'missing'
        | 'taken'
        | 'gone'
    }
  | { readonly kind: 'refused'; readonly sentence: string }

/** As the vendor's client throws it; only status and reason are to be relied on. */
const Thrown = z.object({
  status: z.number().optional(),
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

const passing = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
])

const byStatus: Partial<Record<number, GoogleFailure['kind']>> = {
  401: 'unauthorized',
  404: 'missing',
  408: 'unreachable',
  409: 'taken',
  410: 'gone',
  429: 'throttled',
}

/** The failure of a call; what had no answer from Google may pass. */
export function googleFailure(error: unknown): GoogleFailure {
  const thrown = Thrown.safeParse(error)
  if (!thrown.success) return { kind: 'unreachable' }
  const { status, data } = thrown.data.response
  const reason = data?.error?.errors[0]?.reason ?? ''
  const known = byStatus[status]
  if (known && known !== 'refused') return { kind: known }
  if (status >= 500) return { kind: 'unreachable' }
  return status === 403 ? forbidden(reason) : refused('Google Calendar refuses this event.')
}

function forbidden(reason: string): GoogleFailure {
  if (passing.has(reason)) return { kind: 'throttled' }
  if (reason === 'insufficientPermissions') return { kind: 'scope' }
  if (reason === 'accessNotConfigured') {
    return refused('The Google Calendar API is not enabled for this GOOGLE_CLIENT_ID.')
  }
  return refused('Google does not let you write to this calendar; check GOOGLE_CALENDAR_ID.')
}

function refused(sentence: string): GoogleFailure {
  return { kind: 'refused', sentence }
}

export function unreachable(kind: 'unreachable' | 'throttled', cause?: unknown): AppError {
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
