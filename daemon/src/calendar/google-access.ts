import type { GoogleTokens } from './connection-store.ts'
import { revoked } from './google-failure.ts'
import type { GoogleOAuth } from './google-oauth.ts'

export interface GoogleAccessParts {
  readonly oauth: Pick<GoogleOAuth, 'refresh'>
  /** The tokens of one account as they are stored. */
  readonly tokens: () => Promise<GoogleTokens | undefined>
  /** Resolves once they are durable. */
  readonly keep: (tokens: GoogleTokens) => Promise<void>
  /** The grant has ended: the tokens are worth nothing. Resolves once they are gone. */
  readonly end: () => Promise<void>
  readonly now: () => Date
}

const EARLY_MS = 60_000

/**
 * The access token of one account. It is renewed before it ends and where Google does not take it
 * any more; renewals that are asked for meanwhile share the one that runs.
 */
export class GoogleAccess {
  readonly #parts: GoogleAccessParts
  #renewing: Promise<string> | undefined

  constructor(parts: GoogleAccessParts) {
    this.#parts = parts
  }

  /** Throws `CAL_TOKEN_REVOKED` or `CAL_UNREACHABLE`. */
  async token(): Promise<string> {
    const { accessToken, expiresAt } = await this.#tokens()
    const isFresh = expiresAt - EARLY_MS > this.#parts.now().getTime()
    return isFresh ? accessToken : this.#renew()
  }

  /** Another token than `refused`, which Google did not take. */
  async replace(refused: string): Promise<string> {
    const { accessToken } = await this.#tokens()
    return accessToken === refused ? this.#renew() : accessToken
  }

  /** Google takes none of them: throws `CAL_TOKEN_REVOKED`, and the tokens are gone. */
  async giveUp(): Promise<never> {
    await this.#parts.end()
    throw revoked()
  }

  async #tokens(): Promise<GoogleTokens> {
    const tokens = await this.#parts.tokens()
    if (!tokens) throw revoked()
    return tokens
  }

  #renew(): Promise<string> {
    this.#renewing ??= this.#refresh().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #refresh(): Promise<string> {
    const { oauth, keep, now } = this.#parts
    const { refreshToken } = await this.#tokens()
    const fresh = await oauth.refresh(refreshToken)
    // signed in anew meanwhile
    const latest = await this.#tokens()
    if (latest.refreshToken !== refreshToken) return latest.accessToken
    if (fresh === 'revoked') return this.giveUp()
    const { accessToken, lifetime } = fresh
    const expiresAt = now().getTime() + lifetime
    await keep({ refreshToken: fresh.refreshToken ?? refreshToken, accessToken, expiresAt })
    return accessToken
  }
}
