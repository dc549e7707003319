import { ErrorReply } from '@shortlist/contracts/errors'
import { describe, expect, it } from 'vitest'
import { publicRoutes } from './guard.ts'
import { cookie, refusal, startGuarded } from './testing/guarded-app.ts'

describe('a call', () => {
  it('is closed to those who are not signed in, and open with a session', async () => {
    const { app } = startGuarded()
    const body = { method: 'POST', body: '{"text":"hi"}' }
    const type = { 'Content-Type': 'application/json' }

    expect(await refusal(app.request('/api/echo', { ...body, headers: type }))).toEqual({
      status: 401,
      code: 'AUTH_REQUIRED',
      message: 'AUTHENTICATION_REQUIRED',
    })
    const stranger = { ...type, Cookie: `shortlist_session=${'y'.repeat(43)}` }
    expect((await app.request('/api/echo', { ...body, headers: stranger })).status).toBe(401)
    const known = { ...type, Cookie: cookie }
    const answer = await app.request('/api/echo', { ...body, headers: known })
    expect(await answer.json()).toEqual({ text: 'hi' })
  })

  it('that does not exist says so to everybody', async () => {
    const { app } = startGuarded()

    for (const path of ['/api/nothing', '/api/echo/more', '/elsewhere']) {
      expect(await refusal(app.request(path))).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        message: 'Not Found',
      })
    }
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'GET', 'HEAD', 'BREW', 'TRACE'])(
    'refuses the method %s that it does not have, and names those it has',
    async (method) => {
      const { app } = startGuarded()
      const request = new Request('http://localhost/api/echo')
      // the constructor forbids TRACE, a client does not
      Object.defineProperty(request, 'method', { value: method })

      const answer = await app.request(request)

      expect(answer.status).toBe(405)
      expect(answer.headers.get('Allow')).toBe('POST')
    },
  )

  it('is public only where the one list says so', async () => {
    const { app } = startGuarded()

    for (const { method, path } of app.routes) {
      if (method === 'ALL' || !path.startsWith('/api')) continue
      const { status } = await app.request(path, { method })
      expect([path, status === 401]).toEqual([path, !publicRoutes.has(`${method} ${path}`)])
    }
  })
})

describe('a failure', () => {
  it('that nobody expected stays anonymous and is logged under its id', async () => {
    const { app, failures } = startGuarded()

    const answer = await app.request('/api/fails', { headers: { Cookie: cookie } })

    const reply = ErrorReply.parse(await answer.json())
    expect(answer.status).toBe(500)
    expect(reply.code).toBe('INTERNAL')
    expect(reply.message).toBe(`Internal error (id ${reply.requestId})`)
    expect(answer.headers.get('X-Request-Id')).toBe(reply.requestId)
    expect(failures).toEqual([{ error: new Error('secret detail'), requestId: reply.requestId }])
  })

  it('of the disk has its own status and sentence', async () => {
    const { app, failures } = startGuarded()

    expect(await refusal(app.request('/api/full', { headers: { Cookie: cookie } }))).toEqual({
      status: 507,
      code: 'STORE_FULL',
      message: "The server's disk is full.",
    })
    expect(failures).toHaveLength(1)
  })

  it('does not take its id from the client', async () => {
    const { app } = startGuarded()
    const answer = await app.request('/api/nothing', { headers: { 'X-Request-Id': 'mine' } })

    expect(ErrorReply.parse(await answer.json()).requestId).not.toBe('mine')
  })
})

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
