import type { FoundDaemon } from '@shortlist/client/daemon/find-daemon'
import { expect, it } from 'vitest'
import { addressAt, searchDaemon, usualOrigin } from './search-daemon.ts'

const daemon: FoundDaemon = { kind: 'daemon', version: '0.2.0' }

/** Searches from a page where these answer; nobody else does. */
async function searchFrom(address: string, answers: Readonly<Record<string, FoundDaemon>>) {
  const asked: string[] = []
  const found = await searchDaemon(new URL(address) as unknown as Location, async (origin) => {
    asked.push(origin)
    return answers[origin] ?? { kind: 'nobody' }
  })
  return { found, asked }
}

it('takes the daemon behind its own address, and asks no further', async () => {
  const { found, asked } = await searchFrom('http://localhost:8080/a/', {
    'http://localhost:8080': daemon,
    'http://localhost:4000': daemon,
  })

  expect(found).toEqual({ kind: 'usable', origin: 'http://localhost:8080', isSameOrigin: true })
  expect(asked).toEqual(['http://localhost:8080'])
})

it.each(['localhost', '127.0.0.1'])('finds the daemon at the usual port of %s', async (name) => {
  const { found } = await searchFrom(`http://${name}:8080/`, {
    [`http://${name}:8080`]: { kind: 'foreign' },
    [`http://${name}:4000`]: daemon,
  })

  expect(found).toEqual({ kind: 'usable', origin: `http://${name}:4000`, isSameOrigin: false })
})

it('cannot use a daemon that does not know the page, and says where it is', async () => {
  const { found } = await searchFrom('http://localhost:8080/', {
    'http://localhost:4000': { kind: 'refuses' },
  })

  expect(found).toEqual({ kind: 'apart', origin: 'http://localhost:4000' })
})

it.each(['http://[::1]:8080/', 'https://localhost:8443/', 'http://panel.test/'])(
  'cannot sign in from %s, where the cookie does not come along',
  async (address) => {
    const { found } = await searchFrom(address, { 'http://localhost:4000': daemon })

    expect(found).toEqual({ kind: 'apart', origin: 'http://localhost:4000' })
  },
)

it.each<FoundDaemon>([{ kind: 'foreign' }, { kind: 'nobody' }])(
  'finds none where it is %j that answers',
  async (other) => {
    const { found } = await searchFrom('http://localhost:8080/', { 'http://localhost:4000': other })

    expect(found).toBeNull()
  },
)

it('asks one address once', async () => {
  const { found, asked } = await searchFrom('http://localhost:4000/', {})

  expect(found).toBeNull()
  expect(asked).toEqual(['http://localhost:4000'])
})

it('says where a daemon usually is, under the name of the page', () => {
  expect(usualOrigin({ hostname: '127.0.0.1' })).toBe('http://127.0.0.1:4000')
  expect(usualOrigin({ hostname: '[::1]' })).toBe('http://localhost:4000')
})

it.each([
  [
    '/apps/shortlist/chat/demo-user_1',
    '/apps/shortlist/',
    'http://localhost:4000/chat/demo-user_1',
  ],
  ['/apps/shortlist/', '/apps/shortlist/', 'http://localhost:4000/'],
  ['/apps/shortlist', '/apps/shortlist/', 'http://localhost:4000/'],
  ['/gmail-mcp', '/', 'http://localhost:4000/gmail-mcp'],
])('shows what is at %s in %s', (pathname, base, address) => {
  expect(addressAt('http://localhost:4000', { pathname, search: '', hash: '' }, base)).toBe(address)
})

it('keeps what follows the path', () => {
  const place = { pathname: '/demo/gmail-mcp', search: '?a=b', hash: '#email-1' }

  expect(addressAt('http://localhost:4000', place, '/demo/')).toBe(
    'http://localhost:4000/gmail-mcp?a=b#email-1',
  )
})
