import { randomUUID } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  CREDENTIALS_MAX_BYTES,
  IMAGE_MAX_BYTES,
  JSON_MAX_BYTES,
  UPLOAD_MAX_BYTES,
} from '@shortlist/contracts/limits'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { matchedRoutes } from 'hono/route'
import { METHOD_NAME_ALL } from 'hono/router'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '../../errors.ts'
import { answerError, errorReply, type LogFailure, statusOf } from './json.ts'
import type { OriginList } from './request-check.ts'
import {
  clearSessionCookies,
  type FindSession,
  oneAccount,
  type SignedIn,
  tokensOf,
} from './session.ts'

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

/** Names of fields, boundaries and the text fields of a form, in bytes. */
const FORM_OVERHEAD = 1024 * 1024
/** The same for a form of thousands of files, each with its path. */
const FOLDER_OVERHEAD = 4 * 1024 * 1024

/** Read as it arrives, and its reader counts what nobody has announced. */
const STREAMED = '/api/rag/process-folder'

/** The paths that take a file as it is, and count it as it arrives. */
const filePaths: ReadonlySet<string> = new Set([
  '/api/users/me/import',
  '/api/users/me/import/preview',
])

/** The paths that take form data, and how much of it, in bytes. */
const formLimits: ReadonlyMap<string, number> = new Map([
  ['/api/chatbot', IMAGE_MAX_BYTES + FORM_OVERHEAD],
  [STREAMED, UPLOAD_MAX_BYTES + FOLDER_OVERHEAD],
])

const TWO_ACCOUNTS =
  'Your browser sent the sign-ins of two different accounts, one of them perhaps set by another server on this computer. Both are removed; please sign in again.'

/** The most that is read of a body only to refuse it. */
const SWALLOW_MAX_BYTES = 64 * 1024 * 1024

export interface GuardParts {
  readonly origins: OriginList
  readonly findSession: FindSession
  readonly log: LogFailure
}

/**
 * Puts everything before the routes that every call passes, and behind them what answers failures.
 * Host and Origin are checked before, by `createHttpServer`.
 */
export function guard(app: OpenAPIHono<SignedIn>, { origins, findSession, log }: GuardParts): void {
  app.onError(answerError(log))
  app.notFound((c) =>
    c.json(errorReply('NOT_FOUND', 'Not Found', c.var.requestId), statusOf.NOT_FOUND),
  )
  app.use(requestId)
  app.use(securityHeaders)
  app.use('/api/*', noStore)
  app.use(
    '/api/*',
    cors({
      origin: (origin) => (origins.origins().has(origin) ? origin : null),
      credentials: true,
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: ['Content-Type'],
      exposeHeaders: ['Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'],
      maxAge: 600,
    }),
  )
  app.use('/api/*', methodNotAllowed({ app, onMethodNotAllowed: answerWrongMethod }))
  app.use('/api/*', requireContentType)
  app.use('/api/*', requireSession(findSession))
  app.use('/api/*', limitBody)
}

/** Names each request, in its answer and in the log; an id that a client sends is not taken over. */
const requestId = createMiddleware<SignedIn>(async (c, next) => {
  const id = randomUUID()
  c.set('requestId', id)
  c.header('X-Request-Id', id)
  await next()
})

/** The socket of the page's own host: older browsers do not count it among `'self'`. */
function ownSocket(c: Context): string {
  const host = c.req.header('host')
  return host === undefined ? "'self'" : `ws://${host}`
}

const everyHeader = {
  // any opener policy would cut the calendar popup off from the page that opened it
  crossOriginOpenerPolicy: false,
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity: false,
  originAgentCluster: false,
  // a route that sets a stricter header of its own keeps it
  overwrite: false,
} as const

const nothingElse = {
  frameSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

const ownScripts = {
  ...nothingElse,
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
}

const pageHeaders = secureHeaders({
  ...everyHeader,
  contentSecurityPolicy: {
    ...ownScripts,
    // wide because a remote image may be loaded by a click
    imgSrc: ["'self'", 'data:', 'blob:', 'http:', 'https:'],
    connectSrc: ["'self'", ownSocket],
    formAction: ["'self'"],
  },
})

const callHeaders = secureHeaders({
  ...everyHeader,
  contentSecurityPolicy: { ...nothingElse, defaultSrc: ["'none'"] },
})

const docsHeaders = secureHeaders({
  ...everyHeader,
  contentSecurityPolicy: { ...ownScripts, connectSrc: ["'self'"], formAction: ["'none'"] },
})

/** What a browser may do with an answer: pages, calls and the API docs have a policy each. */
const securityHeaders = createMiddleware<SignedIn>((c, next) => {
  const { path } = c.req
  if (!path.startsWith('/api/')) return pageHeaders(c, next)
  const isDocs = path === '/api/docs' || path.startsWith('/api/docs/')
  return isDocs ? docsHeaders(c, next) : callHeaders(c, next)
})

/** Keeps answers of calls out of every cache, unless a route says otherwise. */
const noStore = createMiddleware<SignedIn>(async (c, next) => {
  await next()
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
})

/**
 * Lets through JSON, and form data where a path takes it. A cross-site form can post neither as
 * JSON (it would be `text/plain`) nor to a path that takes only JSON.
 */
const requireContentType = createMiddleware<SignedIn>(async (c, next) => {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  const takesForms = formLimits.has(c.req.path)
  if (filePaths.has(c.req.path) && type === 'application/octet-stream') return next()
  const isTaken = type === 'application/json' || (takesForms && type === 'multipart/form-data')
  if (type !== undefined && !isTaken) {
    const forms = takesForms ? ' or multipart/form-data' : ''
    throw new AppError('TYPE', `The content type must be application/json${forms}.`)
  }
  await next()
})

/**
 * Closes every route under `/api` to those who are not signed in, apart from the public ones.
 * Where no route answers, it leaves the refusal to others. Throws `AUTH_REQUIRED`. Any living session
 * among the cookies counts; those of different accounts count as none and are taken back.
 */
function requireSession(findSession: FindSession) {
  return createMiddleware<SignedIn>(async (c, next) => {
    const sessions = await Promise.all(tokensOf(c.req.header('cookie')).map(findSession))
    const found = sessions.flatMap((session) => (session ? [{ session }] : []))
    const session = oneAccount(found)?.session
    if (session) c.set('session', session)
    // every handler that matches must be public: the first of them answers
    const handlers = matchedRoutes(c).filter(
      // middleware is registered for all methods, a call for one
      ({ method, path }) => method !== METHOD_NAME_ALL && path.startsWith('/api'),
    )
    if (!session && !handlers.every(({ method, path }) => publicRoutes.has(`${method} ${path}`))) {
      if (found.length === 0) throw new AppError('AUTH_REQUIRED', 'AUTHENTICATION_REQUIRED')
      clearSessionCookies(c)
      throw new AppError('AUTH_REQUIRED', TWO_ACCOUNTS)
    }
    await next()
  })
}

/** A path that exists, called with a method that it does not have. */
function answerWrongMethod(c: Context<SignedIn>, methods: readonly string[]) {
  const body = errorReply('METHOD', 'Method Not Allowed', c.var.requestId)
  return c.json(body, statusOf.METHOD, { Allow: methods.join(', ') })
}

/** Ends a request whose body is too long with 413, before it is read or while it still arrives. */
const limitBody = createMiddleware<SignedIn>((c, next) => {
  // nobody reads a body there, and asking for one makes the platform build a whole request
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  if (filePaths.has(c.req.path)) return next()
  const isForm = c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false
  // a body without a length would be kept in memory as a whole
  if (isForm && c.req.path === STREAMED && !c.req.header('content-length')) return next()
  const maxSize = maxBytes(c.req.path, isForm)
  const limit = bodyLimit({
    maxSize,
    async onError(c) {
      const length = Number(c.req.header('content-length') ?? 0)
      // what is left of the body would be taken for the next request
      const isRead = length <= SWALLOW_MAX_BYTES && (await swallow(c.req.raw.body))
      if (!isRead) c.header('Connection', 'close')
      const kib = Math.floor(maxSize / 1024)
      const most = kib < 1024 ? `${kib} KiB` : `${Math.floor(kib / 1024)} MiB`
      throw new AppError('TOO_LARGE', `The request body is larger than ${most}.`)
    },
  })
  return limit(c, next)
})

function maxBytes(path: string, isForm: boolean): number {
  // a credential is short
  if (path === '/api/users' || path === '/api/users/sessions') return CREDENTIALS_MAX_BYTES
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
