import { describe, expect, it } from 'vitest'
import {
  createOriginList,
  createRequestCheck,
  EXTENSION_ID,
  kindOf,
  type RequestHead,
} from './request-check.ts'

const check = createRequestCheck(
  createOriginList({
    port: () => 4000,
    clientUrl: 'http://localhost:3000/app',
    allowedOrigins: ['http://dev.example:8080'],
    allowedHosts: ['Shortlist.internal:4000'],
  }),
)

type Fields = Record<string, string>

function codeOf(head: Partial<RequestHead>, fields: Fields = {}): string {
  const rawHeaders = Object.entries({ Host: 'localhost:4000', ...fields }).flat()
  return check({ method: 'GET', url: '/api/x', rawHeaders, ...head })?.code ?? 'ok'
}

const goodHosts = [
  'localhost:4000',
  'LOCALHOST:4000',
  'LocalHost:4000',
  'localhost.:4000',
  '127.0.0.1:4000',
  '[::1]:4000',
  'shortlist.internal:4000',
]

const badHosts = [
  '',
  ' ',
  '.',
  ':4000',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'localhost:',
  'localhost:80',
  'localhost:4001',
  'localhost:40000',
  'localhost:04000',
  'localhost:4000 ',
  'localhost:4000.',
  'localhost..:4000',
  'localhost:4000:4000',
  'localhost:4000@evil.example',
  'evil.example',
  'evil.example:4000',
  'localhost.evil.example:4000',
  'evil.example#localhost:4000',
  'evil.example/localhost:4000',
  'evil-localhost:4000',
  'user@localhost:4000',
  'localhost:4000, evil.example',
  'localhost,evil.example:4000',
  'http://localhost:4000',
  '//localhost:4000',
  '::1:4000',
  '[::1]evil:4000',
  '[::ffff:127.0.0.1]:4000',
  '[0:0:0:0:0:0:0:1]:4000',
  '127.1:4000',
  '127.0.0.2:4000',
  '127.0.0.1.nip.io:4000',
  '0x7f.0.0.1:4000',
  '2130706433:4000',
  '0:4000',
  '0.0.0.0:4000',
  '192.168.1.7:4000',
  'lоcalhost:4000',
  'localhost%00:4000',
]

const goodOrigins = [
  'http://localhost:4000',
  'http://127.0.0.1:4000',
  'http://[::1]:4000',
  'http://localhost:3000',
  'http://dev.example:8080',
  'http://shortlist.internal:4000',
  `chrome-extension://${EXTENSION_ID}`,
]

const badOrigins = [
  '',
  'null',
  'NULL',
  '*',
  'file://',
  'http://localhost',
  'http://localhost:4001',
  'http://localhost:5173',
  'http://localhost:40000',
  'http://localhost:3000/',
  'http://localhost:3000/app',
  'http://127.0.0.1:3000',
  'https://localhost:4000',
  'ws://localhost:4000',
  'HTTP://LOCALHOST:4000',
  'http://localhost.:4000',
  'http://localhost:4000.evil.example',
  'http://localhost:4000@evil.example',
  'http://evil.example',
  'http://evil.example:4000',
  'http://localhost.evil.example:4000',
  'http://localhost:4000, http://evil.example',
  'http://localhost:4000 http://evil.example',
  'http://user@localhost:4000',
  'http://[::1]:3000',
  'http://0.0.0.0:4000',
  'localhost:4000',
  '//localhost:4000',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  `moz-extension://${EXTENSION_ID}`,
]

describe('the Host', () => {
  it.each(goodHosts)('%j may be asked, by every trusted origin and by none', (Host) => {
    expect(codeOf({}, { Host })).toBe('ok')
    for (const Origin of goodOrigins) expect(codeOf({}, { Host, Origin })).toBe('ok')
    for (const Origin of badOrigins) expect(codeOf({}, { Host, Origin })).toBe('ORIGIN')
  })

  it.each(badHosts)('%j is refused, whatever the Origin says', (Host) => {
    expect(codeOf({}, { Host })).toBe('HOST')
    for (const Origin of [...goodOrigins, ...badOrigins]) {
      expect(codeOf({ method: 'POST' }, { Host, Origin })).toBe('HOST')
    }
  })

  it('must be there exactly once', () => {
    expect(codeOf({ rawHeaders: [] })).toBe('HOST')
    const twice = ['Host', 'localhost:4000', 'host', 'localhost:4000']
    expect(codeOf({ rawHeaders: twice })).toBe('HOST')
    expect(codeOf({ rawHeaders: ['X-Forwarded-Host', 'localhost:4000'] })).toBe('HOST')
  })
})

describe('the Origin', () => {
  it('counts for every method and every kind of request', () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const url of ['/api/x', '/']) {
        expect(codeOf({ method, url }, { Origin: 'http://localhost:3000' })).toBe('ok')
        expect(codeOf({ method, url }, { Origin: 'http://localhost:5173' })).toBe('ORIGIN')
      }
    }
  })

  it('is not believed when it is doubled', () => {
    const rawHeaders = ['Host', 'localhost:4000', 'Origin', 'http://localhost:4000']
    expect(codeOf({ rawHeaders: [...rawHeaders, 'Origin', 'http://localhost:4000'] })).toBe(
      'ORIGIN',
    )
  })

  it('of the development server is trusted in development alone', () => {
    const dev = createRequestCheck(createOriginList({ port: () => 4000, dev: true }))
    const rawHeaders = ['Host', 'localhost:4000', 'Origin', 'http://localhost:5173']
    expect(dev({ method: 'POST', url: '/api/x', rawHeaders })).toBeUndefined()
    expect(codeOf({ rawHeaders })).toBe('ORIGIN')
  })
})

describe('without an Origin', () => {
  const site = (value: string, mode = 'no-cors') => ({
    'Sec-Fetch-Site': value,
    'Sec-Fetch-Mode': mode,
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'a browser may %s only from our own page',
    (method) => {
      expect(codeOf({ method })).toBe('ok')
      expect(codeOf({ method }, site('same-origin'))).toBe('ok')
      for (const value of ['none', 'same-site', 'cross-site', '']) {
        expect(codeOf({ method }, site(value))).toBe('ORIGIN')
        expect(codeOf({ method, url: '/' }, site(value, 'navigate'))).toBe('ORIGIN')
      }
      expect(codeOf({ method }, { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' })).toBe(
        'ORIGIN',
      )
      expect(codeOf({ method }, { 'sec-fetch-dest': 'empty' })).toBe('ORIGIN')
    },
  )

  it.each(['GET', 'HEAD'])('other sites may %s a page by a link and nothing else', (method) => {
    for (const value of ['same-origin', 'none']) expect(codeOf({ method }, site(value))).toBe('ok')
    for (const value of ['same-site', 'cross-site']) {
      expect(codeOf({ method }, site(value))).toBe('ORIGIN')
      expect(codeOf({ method }, site(value, 'navigate'))).toBe('ORIGIN')
      expect(codeOf({ method, url: '/' }, site(value))).toBe('ORIGIN')
      expect(codeOf({ method, url: '/' }, site(value, 'navigate'))).toBe('ok')
    }
  })
})

describe('the path', () => {
  it.each([
    '',
    '*',
    'api/x',
    'http://localhost:4000/api/x',
    'localhost:4000',
    '//api/x',
    '/api//x',
    '/api/%2fx',
    '/api/%2Fx',
    '/api/%5cx',
    '/api\\x',
    '/api/%00',
    '/api/%',
    '/api/%zz',
    '/api/%ff',
    '/api/../x',
    '/api/./x',
    '/api/%2e%2e/x',
    '/api/.%2E/x',
  ])('%j means one thing or is refused', (url) => {
    expect(codeOf({ url })).toBe('VALIDATION')
  })

  it('may carry anything in its query, up to 8 KiB', () => {
    expect(codeOf({ url: '/api/caf%C3%A9/x/' })).toBe('ok')
    expect(codeOf({ url: '/api/x?to=//a%2fb&path=..%5c..' })).toBe('ok')
    expect(codeOf({ url: `/api/x?${'q'.repeat(8 * 1024)}` })).toBe('TOO_LARGE')
  })
})

it('learns the port when the daemon listens', () => {
  let port = 0
  const list = createOriginList({ port: () => port })
  const late = createRequestCheck(list)
  const head = { method: 'GET', url: '/' }
  expect(late({ ...head, rawHeaders: ['Host', 'localhost:5555'] })?.code).toBe('HOST')

  port = 5555
  expect(late({ ...head, rawHeaders: ['Host', 'localhost:5555'] })).toBeUndefined()
  expect([...list.origins()]).toContain('http://[::1]:5555')

  port = 80
  expect(late({ ...head, rawHeaders: ['Host', 'localhost'] })).toBeUndefined()
  expect([...list.origins()]).toContain('http://localhost')
})

it.each([
  ['/api/calendar/callback', 'navigation'],
  ['/api/calendar/events/ada/abcdefgh/ics', 'navigation'],
  ['/api/gmail/emails/ada/abcdefgh/text', 'navigation'],
  ['/api/docs', 'navigation'],
  ['/gmail-mcp', 'navigation'],
  ['/api/calendar/events/ada/abcdefgh', 'call'],
  ['/api/calendar/events/ada/abcdefgh/ics/more', 'call'],
  ['/api/gmail/emails/ada/abcdefgh', 'call'],
  ['/api/calendar/feed/secret.ics', 'call'],
  ['/api/calendar/status/ada', 'call'],
  ['/api/documents', 'call'],
  ['/socket.io/', 'call'],
])('%s is a %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind)
})
