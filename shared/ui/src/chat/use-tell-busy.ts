import { useEffect, useEffectEvent } from 'react'

/** Tells a host at each change whether something runs, and at the end that nothing does. */
export function useTellBusy(
  isBusy: boolean,
  onBusyChange: ((isBusy: boolean) => void) | undefined,
): void {
  const tell = useEffectEvent((busy: boolean) => onBusyChange?.(busy))

  useEffect(() => tell(isBusy), [isBusy])
  useEffect(() => () => tell(false), [])
}
