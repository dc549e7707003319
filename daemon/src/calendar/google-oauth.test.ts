import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import type { GoogleTokens } from './connection-store.ts'
import { GoogleAccess, type GrantedTokens } from './google-oauth.ts'
import { NOW } from './testing/proposals.ts'

const stale: GoogleTokens = { accessToken: 'old', refreshToken: 'first', expiresAt: NOW.getTime() }
const fresh: GrantedTokens = {
  accessToken: 'new',
  refreshToken: undefined,
  lifetime: 3_600_000,
  scopes: [],
}

function open(refresh: (refreshToken: string) => Promise<GrantedTokens | 'revoked'>) {
  const log: string[] = []
  const stored: { tokens: GoogleTokens | undefined } = { tokens: stale }
  const access = new GoogleAccess({
    oauth: { refresh },
    tokens: () => stored.tokens,
    async keep(tokens) {
      stored.tokens = tokens
      log.push(`kept ${tokens.accessToken} ${tokens.refreshToken}`)
    },
    async end() {
      stored.tokens = undefined
    },
    now: () => NOW,
  })
  return { access, stored, log }
}

describe('a renewed access token', () => {
  it('is durable before it is used, with the refresh token that was there', async () => {
    const { access, log } = open(async () => fresh)

    await access.token().then((token) => log.push(`used ${token}`))

    expect(log).toEqual(['kept new first', 'used new'])
  })

  it('comes with another refresh token where Google makes one', async () => {
    const { access, log } = open(async () => ({ ...fresh, refreshToken: 'second' }))
    await access.token()

    expect(log).toEqual(['kept new second'])
  })

  it('is asked for again after a failure', async () => {
    let isDown = true
    const { access, stored } = open(async () => {
      if (isDown) throw new AppError('CAL_UNREACHABLE', 'down')
      return fresh
    })

    await expect(access.token()).rejects.toMatchObject({ code: 'CAL_UNREACHABLE' })
    expect(stored.tokens).toBe(stale)
    isDown = false
    expect(await access.token()).toBe('new')
  })

  it('is not put in the place of a sign-in that has come meanwhile', async () => {
    const other: GoogleTokens = {
      accessToken: 'other',
      refreshToken: 'second',
      expiresAt: NOW.getTime() + 3_600_000,
    }
    const { access, stored } = open(async () => {
      stored.tokens = other
      return 'revoked'
    })

    expect(await access.token()).toBe('other')
    expect(stored.tokens).toBe(other)
  })

  it('is not kept after the calendar was disconnected', async () => {
    const { access, stored, log } = open(async () => {
      stored.tokens = undefined
      return fresh
    })

    await expect(access.token()).rejects.toMatchObject({ code: 'CAL_TOKEN_REVOKED' })
    expect(log).toEqual([])
  })
})
