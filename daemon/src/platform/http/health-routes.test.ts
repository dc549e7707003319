import { Health } from '@shortlist/contracts/health'
import { expect, it } from 'vitest'
import { healthRoutes } from './health-routes.ts'

const app = healthRoutes({
  version: '1.0.0',
  engine: () => ({
    kind: 'built-in',
    label: 'Built-in guides',
    model: null,
    error: null,
    found: [],
  }),
  accounts: async () => ({ hasAccounts: false, canSignUp: true }),
})

interface Asked {
  readonly peer?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What is told to somebody who asks from `peer`. */
async function told({ peer = '127.0.0.1', headers }: Asked): Promise<Health> {
  const incoming = { socket: { remoteAddress: peer } }
  const asked = { headers: { Host: 'localhost:4000', ...headers } }
  const answer = await app.request('/api/health', asked, { incoming })
  return Health.parse(await answer.json())
}

it.each<Asked>([
  {},
  { peer: '::1' },
  { peer: '::ffff:127.0.0.1' },
  { headers: { Host: '[::1]:4000' } },
  { headers: { Host: 'LOCALHOST' } },
])('tells this computer whether anybody has an account: %j', async (asked) => {
  expect(await told(asked)).toMatchObject({
    name: 'shortlist',
    hasAccounts: false,
    canSignUp: true,
  })
})

it.each<Asked>([
  { peer: '192.168.1.7' },
  { peer: '::ffff:192.168.1.7' },
  { peer: '2001:db8::127.0.0.1' },
  { peer: '' },
  { headers: { Host: 'shortlist.example' } },
  { headers: { Host: 'localhost.example:4000' } },
  { headers: { Host: '' } },
  { headers: { 'X-Forwarded-For': '203.0.113.7' } },
  { headers: { Forwarded: 'for=203.0.113.7' } },
  { headers: { Via: '1.1 proxy' } },
])('tells nobody else: %j', async (asked) => {
  const answer = await told(asked)

  expect(answer).toMatchObject({ name: 'shortlist', version: '1.0.0' })
  expect(Object.keys(answer)).toEqual(['name', 'version', 'engine'])
})
