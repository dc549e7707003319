import { expect, it } from 'vitest'
import { apiDocs } from './api-docs.ts'
import { startGuarded } from './testing/guarded-app.ts'

function startDocs() {
  const { app } = startGuarded()
  return app.route('/', apiDocs())
}

it('shows the reference without a session and without a foreign host', async () => {
  const app = startDocs()

  const answer = await app.request('/api/docs')

  const page = await answer.text()
  expect(answer.status).toBe(200)
  expect(page).toContain('/api/openapi.json')
  const [, source = ''] = /<script [^>]*src="([^"]+)"/.exec(page) ?? []
  const script = await app.request(source)
  expect(script.headers.get('Content-Type')).toMatch(/javascript/)
  expect(await script.text()).toContain("fetch('/api/openapi.json')")
  expect(page).not.toMatch(/(?:src|href|import)[^>]*https?:/)
})

it('runs only the scripts of this daemon, under a policy of its own', async () => {
  const answer = await startDocs().request('/api/docs')

  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).not.toMatch(/https?:/)
})
