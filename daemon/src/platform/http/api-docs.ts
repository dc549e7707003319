import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { SignedIn } from './session.ts'

const script = fileURLToPath(new URL('./api-docs-page.js', import.meta.url))

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shortlist API</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
summary { cursor: pointer; font-family: monospace; padding: .25rem 0 }
form { display: grid; gap: .5rem; margin: .5rem 0 1.5rem 1rem }
textarea, pre { font: 13px/1.4 monospace; max-height: 24rem; overflow: auto }
button { justify-self: start }
</style>
<h1>Shortlist API</h1>
<p>Calls are made as whoever is signed in to the web app in this browser. The description for
programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<main></main>
<noscript>This page needs JavaScript.</noscript>
<script type="module" src="/api/docs/page.js"></script>
</html>
`

/** The reference of the API, to read and try; everything it loads comes from this daemon. */
export function apiDocs() {
  return new Hono<SignedIn>()
    .get('/api/docs', (c) => c.html(page))
    .get('/api/docs/page.js', serveStatic({ path: script }))
}
