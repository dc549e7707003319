import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { neededContext } from './needed-context.ts'

interface Busy {
  readonly isChatLoading: boolean
  readonly isMailLoading: boolean
  /** Either of the two: the menu, its links and "Back to Chats" are locked. */
  readonly isLoading: boolean
  readonly setChatLoading: (isLoading: boolean) => void
  readonly setMailLoading: (isLoading: boolean) => void
}

/** What runs at present; throws outside a `BusyProvider`. */
export const [BusyContext, useBusy] = neededContext<Busy>('BusyProvider')

/** Knows for the whole page whether a reply runs, or a sync that the user has begun. */
export function BusyProvider({ children }: { readonly children: ReactNode }) {
  const [isChatLoading, setChatLoading] = useState(false)
  const [isMailLoading, setMailLoading] = useState(false)
  const isLoading = isChatLoading || isMailLoading
  const busy = { isChatLoading, isMailLoading, isLoading, setChatLoading, setMailLoading }
  return <BusyContext value={busy}>{children}</BusyContext>
}

/** Tells a host at each change whether something runs, and at the end that nothing does. */
export function useTellBusy(
  isBusy: boolean,
  onBusyChange: ((isBusy: boolean) => void) | undefined,
): void {
  const tell = useEffectEvent((busy: boolean) => onBusyChange?.(busy))

  useEffect(() => tell(isBusy), [isBusy])
  useEffect(() => () => tell(false), [])
}
