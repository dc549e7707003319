import { ErrorReply } from '@shortlist/contracts/errors'
import { describe, expect, it } from 'vitest'
import { publicRoutes } from './route-rules.ts'
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
