import type { FindSession } from '../platform/http/session.ts'
import type { AccountPorts } from './ports.ts'

/** Looks up who is behind a token, at each request anew: a session that was ended finds nobody. */
export function createFindSession({
  accounts,
  sessions,
}: Pick<AccountPorts, 'accounts' | 'sessions'>): FindSession {
  return (token) => {
    const session = sessions.find(token)
    const account = session && accounts.byId(session.userId)
    if (!account) return undefined
    return { id: session.id, user: { id: account.id, email: account.email } }
  }
}
