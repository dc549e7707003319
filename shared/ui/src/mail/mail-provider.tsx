import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { useBusy } from '../busy.tsx'
import { notify } from '../toasts/notify.ts'
import { MailContext, type MailSync, noSync, type SyncHost } from './sync/mail-sync.ts'
import type { SyncKeeperProps } from './sync/sync-keeper.tsx'

/** Keeps a sync for the whole page: it goes on, and locks the menu, on whatever page is shown. */
export function MailHost({ children }: { readonly children: ReactNode }) {
  const { userId, expire } = useSession()
  const { setMailLoading } = useBusy()
  return (
    <MailProvider
      userId={userId}
      onSignedOut={expire}
      onBusyChange={setMailLoading}
      notify={notify}
    >
      {children}
    </MailProvider>
  )
}

interface MailProviderProps extends SyncHost {
  /** The signed-in account; another one begins without a sync. */
  readonly userId: string | null
  /** True while a sync runs that the user has begun; the daemon also analyses by itself. */
  readonly onBusyChange?: ((isBusy: boolean) => void) | undefined
  readonly children: ReactNode
}

/**
 * Keeps the sync and the mails up to date, above the screens that come and go. What that takes is
 * loaded at the sign-in, so that no first page waits for it.
 */
export function MailProvider({ userId, children, ...host }: MailProviderProps) {
  const Keeper = useKeeper(userId !== null)
  const [unkept] = useState(createUnkept)
  const [kept, setKept] = useState<{ userId: string; sync: MailSync } | null>(null)

  function keep(sync: MailSync): void {
    unkept.resolve(sync)
    if (userId !== null) setKept({ userId, sync })
  }

  return (
    <MailContext value={kept !== null && kept.userId === userId ? kept.sync : unkept.sync}>
      {Keeper && userId !== null && <Keeper key={userId} {...host} onChange={keep} />}
      {children}
    </MailContext>
  )
}

function useKeeper(isWanted: boolean): ComponentType<SyncKeeperProps> | null {
  const [keeper, setKeeper] = useState<{ Keeper: ComponentType<SyncKeeperProps> } | null>(null)

  useEffect(() => {
    if (!isWanted) return
    import('./sync/sync-keeper.tsx').then(
      ({ SyncKeeper }) => setKeeper({ Keeper: SyncKeeper }),
      // the mail screen needs the same part, and says that it cannot be loaded
      () => {},
    )
  }, [isWanted])

  return keeper?.Keeper ?? null
}

/** Stands for a sync until it is kept; what is asked of it is done then. */
function createUnkept() {
  const { promise, resolve } = Promise.withResolvers<MailSync>()
  const sync: MailSync = {
    state: noSync,
    start: async () => (await promise).start(),
    cancel: async () => (await promise).cancel(),
    dismiss: () => {},
  }
  return { sync, resolve }
}
