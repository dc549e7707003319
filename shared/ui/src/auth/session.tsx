import type { Connection } from '@shortlist/client/abilities'
import { CallFailed } from '@shortlist/client/call-failed'
import type { Account, Credentials } from '@shortlist/contracts/accounts'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useClient, useEvents } from '../client-provider.tsx'
import { copy } from '../copy.ts'
import { neededContext } from '../needed-context.ts'
import { claimUnsent, forgetUnsent } from '../unsent.ts'

interface SessionState {
  readonly user: Account | null
  /** Why the user could not be asked for, or null. */
  readonly error: string | null
  /** True until it is known who is signed in. */
  readonly isLoading: boolean
  /** How the last session ended: by Logout, or because the daemon no longer accepted it. */
  readonly ended: 'left' | 'expired' | null
}

export interface Session extends SessionState {
  readonly userId: string | null
  readonly signIn: (credentials: Credentials) => Promise<void>
  readonly signUp: (credentials: Credentials) => Promise<void>
  readonly signOut: () => Promise<void>
  /** A call was answered with 401. */
  readonly expire: () => void
  /**
   * Asks again, for what happened in another page of this browser: an account that signed in there
   * is signed in here, and a session that was ended there has expired. Rejects with `CallFailed`,
   * and then nothing changes.
   */
  readonly look: () => Promise<void>
}

/** Who is signed in; throws outside a `SessionProvider`. */
export const [SessionContext, useSession] = neededContext<Session>('SessionProvider')

const unknown: SessionState = { user: null, error: null, isLoading: true, ended: null }
const nobody: SessionState = { ...unknown, isLoading: false }

/** Asks once who is signed in and keeps it; asks again when a daemon that was away is back. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { accounts, calendar } = useClient()
  const cache = useQueryClient()
  const [state, setState] = useState(unknown)
  const latest = useRef(state)
  useCurrentUser(state, setState)

  useLayoutEffect(() => {
    latest.current = state
  }, [state])

  const change = useCallback(
    (next: Partial<SessionState>) => {
      // what one account has fetched is not for the next one, nor what it has left unsent
      cache.clear()
      if (next.user) claimUnsent(next.user.id)
      setState({ ...nobody, ...next })
    },
    [cache],
  )

  useEvents({
    'signed-out': () => {
      if (state.user) change({ ended: 'expired' })
    },
  })

  const session = useMemo(
    () => ({
      ...state,
      userId: state.user?.id ?? null,
      signIn: async (credentials: Credentials) =>
        change({ user: await accounts.signIn(credentials) }),
      async signUp(credentials: Credentials) {
        const user = await accounts.signUp(credentials)
        // where it is not taken, the settings offer it
        await calendar.changeTimes({ zone: browserZone() }).catch(() => undefined)
        change({ user })
      },
      async signOut() {
        await accounts.signOut().catch((error: unknown) => {
          // a session that is already over is what was asked for
          if (!(error instanceof CallFailed && error.isSignedOut)) throw error
        })
        forgetUnsent()
        change({ ended: 'left' })
      },
      expire: () => change({ ended: 'expired' }),
      async look() {
        const user = await accounts.me()
        // whoever has signed in or out here meanwhile is not answered for by an older question
        if (latest.current !== state) return
        const isSame = user?.id === state.user?.id && user?.email === state.user?.email
        if (!isSame) change(user ? { user } : { ended: 'expired' })
      },
    }),
    [state, accounts, change],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Asks who is signed in, once, and after a failure again each time that the daemon is there. */
function useCurrentUser(state: SessionState, setState: (state: SessionState) => void): void {
  const client = useClient()
  const { isLoading } = state
  const hasFailed = state.error !== null

  useEffect(() => {
    let isWanted = isLoading || hasFailed
    async function ask(): Promise<void> {
      const next = await client.accounts.me().then(
        (user) => ({ ...nobody, user }),
        (error: Error) => ({ ...nobody, error: copy.auth.userFailed(error.message) }),
      )
      if (!isWanted) return
      if (next.user) claimUnsent(next.user.id)
      setState(next)
    }

    if (isLoading) void ask()
    const watch = (connection: Connection) => {
      if (connection === 'online') void ask()
    }
    const stop = hasFailed ? client.watchConnection(watch) : undefined
    return () => {
      isWanted = false
      stop?.()
    }
  }, [client, isLoading, hasFailed, setState])
}

/**
 * Follows a sign-in and a sign-out that was made in another tab or panel, which have the same
 * session: whenever the user turns to this one, and whenever its socket comes back, because a daemon
 * closes the sockets of a session that has ended.
 */
export function useSessionElsewhere(): void {
  const { look, isLoading } = useSession()
  function ask(): void {
    // whoever cannot be asked is away, which the screen says in its own way
    if (!isLoading && document.visibilityState === 'visible') look().catch(() => {})
  }
  const turn = useEffectEvent(ask)
  useEvents({ reconnected: ask })

  useEffect(() => {
    const turned = new AbortController()
    const { signal } = turned
    window.addEventListener('focus', () => turn(), { signal })
    document.addEventListener('visibilitychange', () => turn(), { signal })
    return () => turned.abort()
  }, [])
}

/** IANA name of the zone of this browser. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
