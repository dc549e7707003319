import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTellBusy } from '../chat/use-tell-busy.ts'
import { isSyncing } from './sync-state.ts'
import { type MailSync, type SyncHost, useMailSync } from './use-mail-sync.ts'

const MailContext = createContext<MailSync | null>(null)

interface MailProviderProps extends SyncHost {
  /** The signed-in account; another one begins without a sync. */
  readonly userId: string | null
  /** True while a sync runs. */
  readonly onBusyChange?: ((isBusy: boolean) => void) | undefined
  readonly children: ReactNode
}

/** Keeps the sync and the mails up to date, above the screens that come and go. */
export function MailProvider({ userId, onBusyChange, children, ...host }: MailProviderProps) {
  const sync = useMailSync(host)
  const [owner, setOwner] = useState(userId)
  useTellBusy(isSyncing(sync.state), onBusyChange)

  if (owner !== userId) {
    setOwner(userId)
    sync.reset()
  }
  return <MailContext value={sync}>{children}</MailContext>
}

/** The sync of the account and what can be done with it; throws outside a `MailProvider`. */
export function useSync(): MailSync {
  const sync = useContext(MailContext)
  if (!sync) throw new Error('useSync needs a MailProvider above it')
  return sync
}
