import { AppError } from '../errors.ts'
import type { Log } from '../platform/log.ts'
import type { ConnectionStore } from './connection-store.ts'
import { type GoogleOAuth, type GrantedTokens, SCOPES } from './google-oauth.ts'
import type { SignIn, SignInReturn, SignIns } from './sign-ins.ts'

export interface FinishParts {
  /** Null where no Google client is configured: every sign-in fails. */
  readonly google: {
    readonly signIns: SignIns
    readonly oauth: Pick<GoogleOAuth, 'exchange' | 'revoke'>
  } | null
  readonly connections: ConnectionStore
  /** Origin of the result page where the one that began is not known. */
  readonly clientUrl: () => string
  readonly now: () => Date
  readonly log: Log
}

type Outcome = 'calendar_connected=true' | `error=${'no_code' | 'no_user_id' | 'oauth_failed'}`

/**
 * Ends a sign-in: resolves to the result page on the origin that began it, with the outcome as one of
 * the fixed codes (wire contract, section 8). What was granted is durable before.
 */
export async function finishConnection(
  parts: FinishParts,
  back: SignInReturn,
): Promise<{ readonly address: string; readonly connected: string | undefined }> {
  const { origin, mine } = parts.google?.signIns.take(back) ?? {}
  const outcome = await finish(parts, back, mine)
  const isConnected = outcome === 'calendar_connected=true'
  const page = `${origin ?? parts.clientUrl()}/oauth-success.html`
  return { address: `${page}?${outcome}`, connected: isConnected ? mine?.userId : undefined }
}

async function finish(
  parts: FinishParts,
  { code, state }: SignInReturn,
  mine: SignIn | undefined,
): Promise<Outcome> {
  // also where the user has refused: Google then sends no code
  if (!code) return 'error=no_code'
  if (!state) return 'error=no_user_id'
  if (!parts.google || !mine) return failed(parts, 'the state is unknown, used or of somebody else')
  const { oauth } = parts.google
  try {
    const { verifier, redirectUri, userId } = mine
    const tokens = await oauth.exchange({ code, verifier, redirectUri })
    return await keep({ ...parts, oauth }, userId, tokens)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return failed(parts, error.code)
  }
}

async function keep(
  { oauth, ...parts }: FinishParts & { readonly oauth: Pick<GoogleOAuth, 'revoke'> },
  userId: string,
  tokens: GrantedTokens,
): Promise<Outcome> {
  const { connections, now } = parts
  const { accessToken, lifetime, scopes } = tokens
  if (!SCOPES.every((scope) => scopes.includes(scope))) {
    await oauth.revoke(tokens.refreshToken ?? accessToken)
    return failed(parts, 'not everything that was asked for was granted')
  }
  const refreshToken = tokens.refreshToken ?? (await connections.tokens(userId))?.refreshToken
  if (refreshToken === undefined) return failed(parts, 'no refresh token came')
  const expiresAt = now().getTime() + lifetime
  await connections.connectGoogle(userId, { refreshToken, accessToken, expiresAt })
  return 'calendar_connected=true'
}

function failed({ log }: FinishParts, reason: string): Outcome {
  log.warn({ reason }, 'a calendar sign-in failed')
  return 'error=oauth_failed'
}
