import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { memoryFile } from '../../test/memory-file.ts'
import { secretBox } from '../platform/secret-box.ts'
import { openCollection, type Rows } from '../platform/storage/collection.ts'
import { ConnectionRow, openConnections } from './connection-store.ts'
import { SCOPES } from './google-oauth.ts'
import { finishConnection, SignIns } from './sign-ins.ts'
import { NOW } from './testing/proposals.ts'

const start = { userId: 'ada', sessionId: 'session', origin: 'http://localhost:3000' }

/** A Google that hands out no refresh token, as it does where the grant is known already. */
async function open() {
  const rows = await openCollection(memoryFile<Rows<ConnectionRow>>(), ConnectionRow)
  const connections = await openConnections(rows, secretBox(await freshFolder()))
  const signIns = new SignIns(() => NOW)
  const write = () => {}
  const tokens = {
    accessToken: 'new',
    refreshToken: undefined,
    lifetime: 3_600_000,
    scopes: SCOPES,
  }
  const parts = {
    google: {
      signIns,
      oauth: { exchange: async () => tokens, revoke: async () => {} },
      settings: { clientId: 'client' },
    },
    connections,
    clientUrl: () => 'http://localhost:4000',
    now: () => NOW,
    log: { debug: write, info: write, warn: write, error: write },
  }
  const begun = signIns.begin(start, 'http://localhost:4000/api/calendar/callback')
  const finish = () => finishConnection(parts, { ...start, ...begun, code: 'code' })
  return { connections, finish }
}

describe('a sign-in without a refresh token', () => {
  it('keeps the one that is there', async () => {
    const { connections, finish } = await open()
    const before = { accessToken: 'old', refreshToken: 'first', expiresAt: 0 }
    await connections.connectGoogle('ada', before)

    expect((await finish()).connected).toBe('ada')

    expect(await connections.tokens('ada')).toEqual({
      accessToken: 'new',
      refreshToken: 'first',
      expiresAt: NOW.getTime() + 3_600_000,
      clientId: 'client',
    })
  })

  it('takes over none that another client was given', async () => {
    const { connections, finish } = await open()
    const before = { accessToken: 'old', refreshToken: 'first', expiresAt: 0, clientId: 'other' }
    await connections.connectGoogle('ada', before)

    expect((await finish()).connected).toBeUndefined()
    expect(await connections.tokens('ada')).toEqual(before)
  })

  it('fails where there is none, since it would last an hour', async () => {
    const { connections, finish } = await open()

    expect(await finish()).toEqual({
      address: 'http://localhost:3000/oauth-success.html?error=oauth_failed',
      connected: undefined,
    })
    expect(await connections.tokens('ada')).toBeUndefined()
  })
})
