import { CREDENTIALS_MAX_BYTES, JSON_MAX_BYTES } from '@shortlist/contracts/limits'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import { credentialPaths, formLimits } from './route-rules.ts'
import type { SignedIn } from './session.ts'

const readers = new Map<number, ReturnType<typeof bodyLimit>>()

/** Ends a request whose body is too long with 413, before it is read or while it still arrives. */
export const limitBody = createMiddleware<SignedIn>((c, next) => {
  const isForm = c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false
  const maxSize = maxBytes(c.req.path, isForm)
  let reader = readers.get(maxSize)
  if (!reader) {
    reader = bodyLimit({ maxSize, onError: () => refuse(maxSize) })
    readers.set(maxSize, reader)
  }
  return reader(c, next)
})

function maxBytes(path: string, isForm: boolean): number {
  if (credentialPaths.has(path)) return CREDENTIALS_MAX_BYTES
  return (isForm ? formLimits.get(path) : undefined) ?? JSON_MAX_BYTES
}

function refuse(maxSize: number): never {
  throw new AppError('TOO_LARGE', `The request body is larger than ${size(maxSize)}.`)
}

function size(bytes: number): string {
  const kib = Math.floor(bytes / 1024)
  return kib < 1024 ? `${kib} KiB` : `${Math.floor(kib / 1024)} MiB`
}
