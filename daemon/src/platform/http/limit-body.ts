import { CREDENTIALS_MAX_BYTES, JSON_MAX_BYTES } from '@shortlist/contracts/limits'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import { credentialPaths, formLimits, streamedForms } from './route-rules.ts'
import type { SignedIn } from './session.ts'

/** The most that is read of a body only to refuse it. */
const SWALLOW_MAX_BYTES = 64 * 1024 * 1024

const readers = new Map<number, ReturnType<typeof bodyLimit>>()

/** Ends a request whose body is too long with 413, before it is read or while it still arrives. */
export const limitBody = createMiddleware<SignedIn>((c, next) => {
  // nobody reads a body there, and asking for one makes the platform build a whole request
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const isForm = c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false
  // a body without a length would be kept in memory as a whole
  if (isForm && streamedForms.has(c.req.path) && !c.req.header('content-length')) return next()
  const maxSize = maxBytes(c.req.path, isForm)
  let reader = readers.get(maxSize)
  if (!reader) {
    reader = bodyLimit({
      maxSize,
      async onError(c) {
        // what is left of the body would be taken for the next request
        const isRead = claim(c) <= SWALLOW_MAX_BYTES && (await swallow(c.req.raw.body))
        if (!isRead) c.header('Connection', 'close')
        return refuse(maxSize)
      },
    })
    readers.set(maxSize, reader)
  }
  return reader(c, next)
})

/** What a request says of its length, in bytes; 0 where it says nothing. */
function claim(c: Context): number {
  return Number(c.req.header('content-length') ?? 0)
}

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

function refuse(maxSize: number): never {
  throw new AppError('TOO_LARGE', `The request body is larger than ${size(maxSize)}.`)
}

function size(bytes: number): string {
  const kib = Math.floor(bytes / 1024)
  return kib < 1024 ? `${kib} KiB` : `${Math.floor(kib / 1024)} MiB`
}
