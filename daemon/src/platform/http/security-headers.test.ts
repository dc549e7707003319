import { expect, it } from 'vitest'
import { cookie, startGuarded } from './testing/guarded-app.ts'

it('headers of a call keep it out of caches, frames and other sites', async () => {
  const { headers } = await startGuarded().app.request('/api/health')

  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Referrer-Policy')).toBe('same-origin')
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.has('Cross-Origin-Opener-Policy')).toBe(false)
  expect(headers.has('Strict-Transport-Security')).toBe(false)
})

it('headers that a route sets itself are kept', async () => {
  const { app } = startGuarded()
  const { headers } = await app.request('/api/image', { headers: { Cookie: cookie } })

  expect(headers.get('Cache-Control')).toBe('private, max-age=60')
  expect(headers.get('Content-Security-Policy')).toBe('sandbox')
})

it('headers of a page allow what the app needs and its own socket', async () => {
  const { app } = startGuarded()
  const { headers } = await app.request('/', { headers: { Host: 'localhost:4000' } })

  const policy = headers.get('Content-Security-Policy')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self' ws://localhost:4000;")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers.has('Cross-Origin-Opener-Policy')).toBe(false)
})

it('headers let trusted origins read answers with their cookies, refusals too', async () => {
  const { app } = startGuarded()
  const Origin = 'http://localhost:3000'

  for (const path of ['/api/health', '/api/echo', '/api/nothing']) {
    const { headers } = await app.request(path, { headers: { Origin } })
    expect(headers.get('Access-Control-Allow-Origin')).toBe(Origin)
    expect(headers.get('Access-Control-Allow-Credentials')).toBe('true')
    expect(headers.get('Vary')).toContain('Origin')
  }
  const stranger = await app.request('/api/health', {
    headers: { Origin: 'http://evil.example' },
  })
  expect(stranger.headers.has('Access-Control-Allow-Origin')).toBe(false)
  expect(stranger.headers.get('Vary')).toContain('Origin')
})

it('headers answer a preflight without a session', async () => {
  const { app } = startGuarded()

  const answer = await app.request('/api/echo', {
    method: 'OPTIONS',
    headers: {
      Origin: 'http://localhost:3000',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  })

  expect(answer.status).toBe(204)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:3000')
  expect(answer.headers.get('Access-Control-Allow-Methods')).toContain('DELETE')
  expect(answer.headers.get('Access-Control-Allow-Headers')).toBe('Content-Type')
  expect(answer.headers.get('Vary')).toContain('Origin')
})
