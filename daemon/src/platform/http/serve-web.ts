import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { kindOf } from './request-check.ts'
import type { SignedIn } from './session.ts'

/** Vite puts a hash of the content into every name under it. */
const HASHED = '/assets/'
const FOREVER = 'public, max-age=31536000, immutable'

const missing = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Shortlist</title>
<h1>The web app is not built yet</h1>
<p>The daemon is running. Stop it and start it with <code>npx -y pnpm@12.4.2 start</code>, which
builds the web app first.</p>
</html>
`

/**
 * Serves the built web app from an absolute folder. Paths that are no file get its first page, which
 * does the routing; without a build a sentence says so.
 */
export function serveWeb(root: string) {
  const app = new Hono<SignedIn>()
  // an unknown call is answered as one, in JSON, never with a page
  app.get('*', (c, next) =>
    kindOf(c.req.path) === 'call' ? Promise.resolve(c.notFound()) : next(),
  )
  app.get('*', filesIn(root))
  app.get('*', (c, next) => {
    c.header('Cache-Control', 'no-cache')
    // a stale page asks for files of an older build: HTML would be run as a script
    return c.req.path.startsWith(HASHED) ? Promise.resolve(c.text('Not Found', 404)) : next()
  })
  app.get('*', serveStatic({ path: join(root, 'index.html') }))
  return app.get('*', (c) => c.html(missing, 503))
}

function filesIn(root: string) {
  let files: ReturnType<typeof serveStatic<SignedIn>> | undefined

  return createMiddleware<SignedIn>(async (c, next) => {
    // the library complains on the console about a folder that is not built yet
    if (!files && existsSync(root)) files = serveStatic<SignedIn>({ root })
    c.header('Cache-Control', c.req.path.startsWith(HASHED) ? FOREVER : 'no-cache')
    return files ? await files(c, next) : await next()
  })
}
