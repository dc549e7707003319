import type { FindSession } from '../platform/http/session.ts'
import type { AccountPorts } from './ports.ts'

/**
 * Looks up who is behind a token, at each request anew: a session that was ended finds nobody. To
 * `peek` is no use of the session; open sockets are looked at every minute and may still be idle.
 */
export function createFindSession(
  { accounts, sessions }: Pick<AccountPorts, 'accounts' | 'sessions'>,
  look: 'find' | 'peek' = 'find',
): FindSession {
  return async (token) => {
    const session = await sessions[look](token)
    const account = session && (await accounts.byId(session.userId))
    if (!account) return undefined
    return { id: session.id, user: { id: account.id, email: account.email } }
  }
}
