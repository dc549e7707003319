import { expect, it } from 'vitest'
import { addressAt } from './leave-for.ts'

const daemon = 'http://localhost:4000'

it.each([
  ['/apps/shortlist/chat/demo-user_1', '/apps/shortlist/', `${daemon}/chat/demo-user_1`],
  ['/apps/shortlist/', '/apps/shortlist/', `${daemon}/`],
  ['/apps/shortlist', '/apps/shortlist/', `${daemon}/`],
  ['/gmail-mcp', '/', `${daemon}/gmail-mcp`],
])('shows what is at %s in %s', (pathname, base, address) => {
  expect(addressAt(daemon, { pathname, search: '', hash: '' }, base)).toBe(address)
})

it('keeps what follows the path', () => {
  const place = { pathname: '/demo/gmail-mcp', search: '?a=b', hash: '#email-1' }

  expect(addressAt(daemon, place, '/demo/')).toBe(`${daemon}/gmail-mcp?a=b#email-1`)
})
