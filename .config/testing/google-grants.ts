/** Which tokens open the calendar. Refresh tokens are the emulator's, access tokens end here. */
export interface Grants {
  isAlive(accessToken: string): boolean
  /** Answers a call of the token endpoint. */
  issue(form: FormData): Promise<Response>
  /** Ends the whole grant that a token belongs to; false where it belongs to none. */
  revoke(token: string): Promise<boolean>
  revokeAll(): Promise<void>
  expire(): void
}

interface Tokens {
  readonly access_token?: string
  readonly refresh_token?: string
}

export function openGrants(emulatorUrl: string): Grants {
  /** Refresh token by access token. */
  const alive = new Map<string, string>()
  const refreshTokens = new Set<string>()

  function post(path: string, form: FormData | URLSearchParams): Promise<Response> {
    const fields = [...form].map(([name, value]) => [name, String(value)])
    return fetch(emulatorUrl + path, { method: 'POST', body: new URLSearchParams(fields) })
  }

  async function end(refreshToken: string): Promise<void> {
    for (const [access, refresh] of alive) if (refresh === refreshToken) alive.delete(access)
    refreshTokens.delete(refreshToken)
    await post('/oauth2/revoke', new URLSearchParams({ token: refreshToken }))
  }

  return {
    isAlive: (accessToken) => alive.has(accessToken),
    async issue(form) {
      const answer = await post('/oauth2/token', form)
      const tokens: Tokens = await answer.json()
      const refreshToken = tokens.refresh_token ?? String(form.get('refresh_token'))
      if (answer.ok && tokens.access_token) {
        alive.set(tokens.access_token, refreshToken)
        refreshTokens.add(refreshToken)
      }
      return Response.json(tokens, { status: answer.status })
    },
    async revoke(token) {
      const refreshToken = alive.get(token) ?? (refreshTokens.has(token) ? token : undefined)
      if (refreshToken === undefined) return false
      await end(refreshToken)
      return true
    },
    async revokeAll() {
      for (const refreshToken of [...refreshTokens]) await end(refreshToken)
    },
    expire: () => alive.clear(),
  }
}
