import { AppError } from '../errors.ts'
import type { Log } from '../platform/log.ts'
import type { ConnectionStore } from './connection-store.ts'
import { type GoogleOAuth, SCOPES } from './google-oauth.ts'
import type { SignIn, SignInReturn, SignIns } from './sign-ins.ts'

type OAuth = Pick<GoogleOAuth, 'exchange' | 'revoke'>

export interface FinishParts {
  /** Null where no Google client is configured: every sign-in fails. */
  readonly google: { readonly signIns: SignIns; readonly oauth: OAuth } | null
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
  const { google, log } = parts
  let reason: string | null = 'the state is unknown, used or of somebody else'
  if (google && mine) {
    reason = await connect(parts, google.oauth, mine, code).catch((error: unknown) => {
      if (error instanceof AppError) return error.code
      throw error
    })
  }
  if (reason === null) return 'calendar_connected=true'
  log.warn({ reason }, 'a calendar sign-in failed')
  return 'error=oauth_failed'
}

/** Resolves to null once the account uses what was granted, else to why it does not. */
async function connect(
  { connections, now }: FinishParts,
  oauth: OAuth,
  { verifier, redirectUri, userId }: SignIn,
  code: string,
): Promise<string | null> {
  const granted = await oauth.exchange({ code, verifier, redirectUri })
  const { accessToken, lifetime, scopes } = granted
  if (!SCOPES.every((scope) => scopes.includes(scope))) {
    await oauth.revoke(granted.refreshToken ?? accessToken)
    return 'not everything that was asked for was granted'
  }
  const refreshToken = granted.refreshToken ?? (await connections.tokens(userId))?.refreshToken
  if (refreshToken === undefined) return 'no refresh token came'
  const expiresAt = now().getTime() + lifetime
  await connections.connectGoogle(userId, { refreshToken, accessToken, expiresAt })
  return null
}
