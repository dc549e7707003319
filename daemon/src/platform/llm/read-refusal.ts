import { z } from 'zod'
import type { VendorRefusal } from './llm-failure.ts'

const ErrorBody = z.looseObject({
  message: z.string().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
})

/**
 * Reads the error of an OpenAI-compatible server (`{message, type, code}`) or of Ollama (a text),
 * as it stands under `error` in a body or in a frame of a stream.
 */
export function readRefusal(error: unknown, status?: number, headers?: Headers): VendorRefusal {
  const retryAfterMs = readRetryAfter(headers?.get('retry-after'))
  if (typeof error === 'string') return { status, retryAfterMs, text: error }
  const body = ErrorBody.safeParse(error)
  if (!body.success) return { status, retryAfterMs, text: '' }
  const { message = '', code, type } = body.data
  const numeric = typeof code === 'number' && code >= 400 && code <= 599 ? code : undefined
  return {
    status: status ?? numeric,
    code: [code, type].map(plainCode).find(Boolean),
    retryAfterMs,
    text: `${plainCode(type) ?? ''} ${message}`,
  }
}

/** Milliseconds of a Retry-After header (RFC 9110, section 10.2.3), in seconds or as a date. */
function readRetryAfter(header: string | null | undefined): number | undefined {
  if (!header) return undefined
  const ms = /^[\d.]+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function plainCode(code: unknown): string | undefined {
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : undefined
}
