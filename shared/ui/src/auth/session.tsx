import { CallFailed } from '@shortlist/client/call-failed'
import type { Account, Credentials } from '@shortlist/contracts/accounts'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'
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

const SessionContext = createContext<Session | null>(null)
const unknown: SessionState = { user: null, error: null, isLoading: true, ended: null }
const nobody: SessionState = { ...unknown, isLoading: false }

/** Asks once who is signed in and keeps it; asks again when a daemon that was away is back. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { accounts, on } = useClient()
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

  useEffect(
    () =>
      on('signed-out', () => {
        if (latest.current.user) change({ ended: 'expired' })
      }),
    [on, change],
  )

  const session = useMemo(
    () => ({
      ...state,
      userId: state.user?.id ?? null,
      signIn: async (credentials: Credentials) =>
        change({ user: await accounts.signIn(credentials) }),
      signUp: async (credentials: Credentials) =>
        change({ user: await accounts.signUp(credentials) }),
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
        if (user?.id !== state.user?.id) change(user ? { user } : { ended: 'expired' })
      },
    }),
    [state, accounts, change],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Who is signed in; throws outside a `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

function useCurrentUser(state: SessionState, setState: (state: SessionState) => void): void {
  const client = useClient()

  const ask = useCallback(
    async (isWanted: () => boolean) => {
      const next = await client.accounts.me().then(
        (user) => ({ ...nobody, user }),
        (error: Error) => ({ ...nobody, error: copy.auth.userFailed(error.message) }),
      )
      if (!isWanted()) return
      if (next.user) claimUnsent(next.user.id)
      setState(next)
    },
    [client, setState],
  )

  useEffect(() => {
    let isWanted = true
    void ask(() => isWanted)
    return () => {
      isWanted = false
    }
  }, [ask])

  const hasFailed = state.error !== null
  useEffect(() => {
    if (!hasFailed) return
    let isWanted = true
    const stop = client.watchConnection((connection) => {
      if (connection === 'online') void ask(() => isWanted)
    })
    return () => {
      isWanted = false
      stop()
    }
  }, [hasFailed, client, ask])
}

/**
 * Follows a sign-in and a sign-out that was made in another tab or panel, which have the same
 * session: whenever the user turns to this one, and whenever its socket comes back, because a daemon
 * closes the sockets of a session that has ended.
 */
export function useSessionElsewhere(): void {
  const client = useClient()
  const { look, isLoading } = useSession()
  const ask = useEffectEvent(() => {
    // whoever cannot be asked is away, which the screen says in its own way
    if (!isLoading && document.visibilityState === 'visible') look().catch(() => {})
  })

  useEffect(() => {
    const turn = () => ask()
    window.addEventListener('focus', turn)
    document.addEventListener('visibilitychange', turn)
    const stopHearing = client.on('reconnected', turn)
    return () => {
      stopHearing()
      window.removeEventListener('focus', turn)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [client])
}
