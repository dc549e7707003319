import { useEffect, useEffectEvent } from 'react'
import { useTellBusy } from '../busy.tsx'
import type { MailSync, SyncHost } from './mail-sync.ts'
import { useMailSync } from './use-mail-sync.ts'

export interface SyncKeeperProps extends SyncHost {
  /** Hears of the sync at once and at each change. */
  readonly onChange: (sync: MailSync) => void
  /** True while a sync runs that the user has begun. */
  readonly onBusyChange?: ((isBusy: boolean) => void) | undefined
}

/** Keeps the sync and the mails of an account up to date as long as it is mounted; shows nothing. */
export function SyncKeeper({ onChange, onBusyChange, ...host }: SyncKeeperProps) {
  const sync = useMailSync(host)
  const tell = useEffectEvent(onChange)
  useTellBusy(sync.state.isOwn, onBusyChange)
  useEffect(() => tell(sync), [sync])
  return null
}
