import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { SignedIn } from './session.ts'

const SCRIPT = '/api/docs/scalar.js'
const require = createRequire(import.meta.url)

/** Loaded when it is asked for, which few starts see. */
async function page() {
  const { Scalar } = await import('@scalar/hono-api-reference')
  return Scalar<{ Variables: SignedIn['Variables'] & { secureHeadersNonce?: string } }>((c) => ({
    url: '/api/openapi.json',
    cdn: SCRIPT,
    pageTitle: 'Shortlist API',
    nonce: c.get('secureHeadersNonce') ?? '',
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
  }))
}

/** The browsable reference of the API; everything it loads comes from this daemon. */
export function apiDocs() {
  const library = dirname(require.resolve('@scalar/api-reference'))
  const script = join(library, 'browser', 'standalone.js')

  return new Hono<SignedIn>()
    .get('/api/docs', async (c, next) => (await page())(c, next))
    .get(SCRIPT, serveStatic({ path: script }))
}
