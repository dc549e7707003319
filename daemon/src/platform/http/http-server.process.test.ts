import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { OpenAPIHono } from '@hono/zod-openapi'
import { ErrorReply } from '@shortlist/contracts/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guard } from './guard.ts'
import { createHttpServer } from './http-server.ts'
import { createOriginList, createRequestCheck } from './request-check.ts'
import type { SignedIn } from './session.ts'

let port = 0
const refusals: string[] = []
const changes: string[] = []
const origins = createOriginList({ port: () => port })
const server = createHttpServer({
  fetch: startApp().fetch,
  check: createRequestCheck(origins),
  onRefused: ({ code }) => refusals.push(code),
})

function startApp() {
  const app = new OpenAPIHono<SignedIn>()
  guard(app, { origins, findSession: async () => undefined, log: () => undefined })
  app.get('/api/health', (c) => c.json({ name: 'shortlist' }))
  app.post('/api/users', async (c) => {
    changes.push(await c.req.text())
    return c.json({ done: true })
  })
  app.get('*', (c) => c.html('page'))
  return app
}

beforeEach(async () => {
  refusals.length = 0
  changes.length = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** Sends bytes and reads until the server closes the connection. */
async function send(raw: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(raw.replaceAll('PORT', String(port)))
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}

function request(line: string, headers: readonly string[], body = ''): string {
  return `${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`
}

async function refused(raw: string) {
  const { status, body, head } = await send(raw)
  expect(head.toLowerCase()).toContain('content-type: application/json')
  const reply = ErrorReply.parse(JSON.parse(body))
  expect(reply.error).toBe(reply.message)
  return `${status} ${reply.code}`
}

describe('raw requests', () => {
  it.each(['localhost:PORT', 'LOCALHOST:PORT', 'localhost.:PORT', '127.0.0.1:PORT', '[::1]:PORT'])(
    'under the Host %s are served',
    async (host) => {
      const page = await send(request('GET / HTTP/1.1', [`Host: ${host}`]))
      const call = await send(request('GET /api/health HTTP/1.1', [`Host: ${host}`]))

      expect([page.status, call.status]).toEqual([200, 200])
      expect(call.body).toBe('{"name":"shortlist"}')
    },
  )

  it.each([
    { headers: [] },
    { headers: ['Host:'] },
    { headers: ['Host: evil.example'] },
    { headers: ['Host: evil.example:PORT'] },
    { headers: ['Host: localhost'] },
    { headers: ['Host: localhost:1'] },
    { headers: ['Host: localhost:PORT', 'Host: localhost:PORT'] },
    { headers: ['Host: localhost:PORT', 'Host: evil.example'] },
    { headers: ['Host: localhost:PORT\\@evil.example'] },
    { headers: ['Host: [::1'] },
    { headers: ['Host: <>'] },
    { headers: ['X-Forwarded-Host: localhost:PORT', 'Host: evil.example'] },
  ])('with the headers $headers are refused, pages and calls alike', async ({ headers }) => {
    for (const target of ['/', '/api/health', '/socket.io/?EIO=4', '/assets/app.js']) {
      expect(await refused(request(`GET ${target} HTTP/1.1`, headers))).toBe('403 HOST')
    }
    expect(refusals).toEqual(['HOST', 'HOST', 'HOST', 'HOST'])
  })

  it('with an absolute target are refused, whoever it names', async () => {
    const own = ['Host: localhost:PORT']
    expect(await refused(request('GET http://localhost:PORT/ HTTP/1.1', own))).toBe(
      '400 VALIDATION',
    )
    const foreign = ['Host: evil.example']
    expect(await refused(request('GET http://localhost:PORT/ HTTP/1.1', foreign))).toBe('403 HOST')
  })

  it.each(['//api/health', '/api%2fhealth', '/api/%00', '/api/%zz', '/..', '/api\\health'])(
    'with the path %s are refused',
    async (path) => {
      const answer = await refused(request(`GET ${path} HTTP/1.1`, ['Host: localhost:PORT']))
      expect(answer).toBe('400 VALIDATION')
    },
  )

  it('cannot hide a call behind percent codes', async () => {
    const headers = [
      'Host: localhost:PORT',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Mode: navigate',
    ]

    expect((await send(request('GET / HTTP/1.1', headers))).status).toBe(200)
    expect(await refused(request('GET /api/health HTTP/1.1', headers))).toBe('403 ORIGIN')
    expect(await refused(request('GET /%61pi/health HTTP/1.1', headers))).toBe('403 ORIGIN')
  })

  it.each([
    ['GARBAGE\r\n\r\n', '400 VALIDATION'],
    [request('GET / HTTP/1.1', ['Host: localhost:PORT', 'Expect: magic']), '417 VALIDATION'],
    ['GET / HTTP/9.9\r\nHost: localhost:PORT\r\n\r\n', '400 VALIDATION'],
    ['GET / HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Length: x\r\n\r\n', '400 VALIDATION'],
    [`GET / HTTP/1.1\r\nHost: localhost:PORT\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431 TOO_LARGE'],
    [`GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n`, '413 TOO_LARGE'],
  ])('that make no sense (%#) are answered in JSON', async (raw, expected) => {
    expect(await refused(raw)).toBe(expected)
  })
})

describe('the refusal of an origin', () => {
  const readable = /^access-control-allow-origin: http:\/\/localhost:8080\r$/im

  function ask(line: string, origin: string): Promise<{ status: number; head: string }> {
    return send(request(`${line} HTTP/1.1`, ['Host: localhost:PORT', `Origin: ${origin}`]))
  }

  it('can be read by a page of this computer that looks for the daemon', async () => {
    const { status, head } = await ask('GET /api/health', 'http://localhost:8080')

    expect(status).toBe(403)
    expect(head).toMatch(readable)
    expect(head).not.toMatch(/allow-credentials/i)
  })

  it.each([
    ['GET /api/health', 'http://evil.example'],
    ['GET /api/health', 'http://localhost.evil.example'],
    ['GET /api/health', 'http://evil.example/localhost'],
    ['GET /api/health', 'null'],
    ['GET /api/users/me', 'http://localhost:8080'],
    ['POST /api/health', 'http://localhost:8080'],
    ['OPTIONS /api/health', 'http://localhost:8080'],
  ])('of %s from %s can be read by nobody', async (line, origin) => {
    const { status, head } = await ask(line, origin)

    expect(status).toBe(403)
    expect(head).not.toMatch(/access-control/i)
  })
})

describe('posts from a page', () => {
  const forms = [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
  ]

  function post(type: string, origin: string): string {
    const body = '{"email":"a@b.co","password":"long enough"}'
    const headers = [
      'Host: localhost:PORT',
      `Origin: ${origin}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
    ]
    return request('POST /api/users HTTP/1.1', headers, body)
  }

  it.each(['http://evil.example', 'null', 'http://localhost:5173', 'http://127.0.0.1:1'])(
    'at %s change nothing, as forms or as JSON',
    async (origin) => {
      for (const type of [...forms, 'application/json']) {
        expect(await refused(post(type, origin))).toBe('403 ORIGIN')
      }
      expect(changes).toEqual([])
    },
  )

  it('of our own need JSON', async () => {
    for (const type of forms) {
      expect(await refused(post(type, 'http://localhost:PORT'))).toBe('415 TYPE')
    }
    expect(changes).toEqual([])
    const answer = await send(post('application/json', 'http://localhost:PORT'))
    expect(answer.status).toBe(200)
    expect(changes).toHaveLength(1)
  })

  it('that are too long are refused although they come in chunks', async () => {
    const chunk = `2000\r\n${'x'.repeat(0x2000)}\r\n`
    const headers = [
      'Host: localhost:PORT',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ]
    const raw = request('POST /api/users HTTP/1.1', headers, `${chunk}${chunk}0\r\n\r\n`)

    expect(await refused(raw)).toBe('413 TOO_LARGE')
    expect(changes).toEqual([])
  })
})

it('answers and logs a failure outside the app', async () => {
  const logged: unknown[] = []
  const broken = createHttpServer({
    fetch: () => Promise.reject(new Error('not open')),
    check: () => undefined,
    log: (error, requestId) => logged.push([error, requestId]),
  })
  broken.listen(0, '127.0.0.1')
  await once(broken, 'listening')

  const answer = await fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/`)
  const { code, requestId } = ErrorReply.parse(await answer.json())
  broken.closeAllConnections()
  broken.close()

  expect([answer.status, code]).toEqual([500, 'INTERNAL'])
  expect(logged).toEqual([[new Error('not open'), requestId]])
})

it('limits how long a request may take to arrive and how many connections there are', () => {
  expect(server.headersTimeout).toBe(10_000)
  expect(server.requestTimeout).toBe(30_000)
  expect(server.maxConnections).toBe(256)
})
