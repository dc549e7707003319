import { CREDENTIALS_MAX_BYTES, JSON_MAX_BYTES } from '@shortlist/contracts/limits'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import { credentialPaths, formLimits, streamedForms } from './route-rules.ts'
import type { SignedIn } from './session.ts'

/** The most that is read of a body only to refuse it. */
const SWALLOW_MAX_BYTES = 64 * 1024 * 1024

/** Ends a request whose body is too long with 413, before it is read or while it still arrives. */
export const limitBody = createMiddleware<SignedIn>((c, next) => {
  // nobody reads a body there, and asking for one makes the platform build a whole request
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const isForm = c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false
  // a body without a length would be kept in memory as a whole
  if (isForm && streamedForms.has(c.req.path) && !c.req.header('content-length')) return next()
  const maxSize = maxBytes(c.req.path, isForm)
  const limit = bodyLimit({
    maxSize,
    async onError(c) {
      const length = Number(c.req.header('content-length') ?? 0)
      // what is left of the body would be taken for the next request
      const isRead = length <= SWALLOW_MAX_BYTES && (await swallow(c.req.raw.body))
      if (!isRead) c.header('Connection', 'close')
      throw new AppError('TOO_LARGE', `The request body is larger than ${inWords(maxSize)}.`)
    },
  })
  return limit(c, next)
})

function maxBytes(path: string, isForm: boolean): number {
  if (credentialPaths.has(path)) return CREDENTIALS_MAX_BYTES
  return (isForm ? formLimits.get(path) : undefined) ?? JSON_MAX_BYTES
}

/**
 * Reads a refused body to its end, since most clients hear the refusal only after they have sent
 * all of it. False for what is already being read and for more than 64 MiB.
 */
async function swallow(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  if (!body) return true
  if (body.locked) return false
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > SWALLOW_MAX_BYTES) return false
  }
  return true
}

function inWords(bytes: number): string {
  const kib = Math.floor(bytes / 1024)
  return kib < 1024 ? `${kib} KiB` : `${Math.floor(kib / 1024)} MiB`
}
