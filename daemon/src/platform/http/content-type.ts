import { createMiddleware } from 'hono/factory'
import { AppError } from '../../errors.ts'
import { formLimits } from './route-rules.ts'
import type { SignedIn } from './session.ts'

/**
 * Lets through JSON, and form data where a path takes it. A cross-site form can post neither as
 * JSON (it would be `text/plain`) nor to a path that takes only JSON.
 */
export const requireContentType = createMiddleware<SignedIn>(async (c, next) => {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== undefined && !isTaken(type, c.req.path)) {
    const forms = formLimits.has(c.req.path) ? ' or multipart/form-data' : ''
    throw new AppError('TYPE', `The content type must be application/json${forms}.`)
  }
  await next()
})

function isTaken(type: string, path: string): boolean {
  return type === 'application/json' || (type === 'multipart/form-data' && formLimits.has(path))
}
