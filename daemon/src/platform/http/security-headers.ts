import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { SignedIn } from './session.ts'

/** The socket of the page's own host: older browsers do not count it among `'self'`. */
function ownSocket(c: Context): string {
  const host = c.req.header('host')
  return host === undefined ? "'self'" : `ws://${host}`
}

const headers = {
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

const page = secureHeaders({
  ...headers,
  contentSecurityPolicy: {
    ...nothingElse,
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    // wide because a remote image may be loaded by a click
    imgSrc: ["'self'", 'data:', 'blob:', 'http:', 'https:'],
    connectSrc: ["'self'", ownSocket],
    formAction: ["'self'"],
  },
})

const call = secureHeaders({
  ...headers,
  contentSecurityPolicy: { ...nothingElse, defaultSrc: ["'none'"] },
})

const docs = secureHeaders({
  ...headers,
  contentSecurityPolicy: {
    ...nothingElse,
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    connectSrc: ["'self'"],
    formAction: ["'none'"],
  },
})

/** What a browser may do with an answer: pages, calls and the API docs have a policy each. */
export const securityHeaders = createMiddleware<SignedIn>((c, next) => {
  const { path } = c.req
  if (!path.startsWith('/api/')) return page(c, next)
  return path === '/api/docs' || path.startsWith('/api/docs/') ? docs(c, next) : call(c, next)
})

/** Keeps answers of calls out of every cache, unless a route says otherwise. */
export const noStore = createMiddleware<SignedIn>(async (c, next) => {
  await next()
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
})
