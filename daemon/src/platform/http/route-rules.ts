import { IMAGE_MAX_BYTES, UPLOAD_MAX_BYTES } from '@shortlist/contracts/limits'

/** Every call under `/api` that needs no session, as method and route; all others need one. */
export const publicRoutes: ReadonlySet<string> = new Set([
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/page.js',
  'POST /api/users',
  'POST /api/users/sessions',
  'DELETE /api/users/sessions',
  // a popup without a session is sent to the result page; what it brings is bound to one
  'GET /api/calendar/callback',
  // the secret in its address is the permission (calendar programs have no session)
  'GET /api/calendar/feed/:token',
])

/** The calls whose body is a credential; it is kept small. */
export const credentialPaths: ReadonlySet<string> = new Set(['/api/users', '/api/users/sessions'])

/** Names of fields, boundaries and the text fields of a form, in bytes. */
const FORM_OVERHEAD = 1024 * 1024
/** The same for a form of thousands of files, each with its path. */
const FOLDER_OVERHEAD = 4 * 1024 * 1024

/** The paths that take form data, and how much of it, in bytes. */
export const formLimits: ReadonlyMap<string, number> = new Map([
  ['/api/chatbot', IMAGE_MAX_BYTES + FORM_OVERHEAD],
  ['/api/rag/process-folder', UPLOAD_MAX_BYTES + FOLDER_OVERHEAD],
])

/** The forms that are read as they arrive, and whose reader counts what nobody has announced. */
export const streamedForms: ReadonlySet<string> = new Set(['/api/rag/process-folder'])

/** What a link may open: the file of an event and the text of a mail even from another port. */
const linked =
  /^\/api\/((docs|calendar\/callback)(\/.*)?|calendar\/events\/[^/]+\/[^/]+\/ics|gmail\/emails\/[^/]+\/[^/]+\/text)$/s
const called = /^\/(api|socket\.io|mcp)(\/|$)/

/**
 * `call` is a decoded path that only scripts ask for; `navigation` is what a link may open from
 * anywhere: pages, their files, the API docs and the calendar callback.
 */
export function kindOf(path: string): 'call' | 'navigation' {
  return called.test(path) && !linked.test(path) ? 'call' : 'navigation'
}
