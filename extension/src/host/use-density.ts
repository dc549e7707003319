import { useStoredSetting } from '@shortlist/ui/settings/stored-setting'
import { useEffect } from 'react'

/** How much room things have in the panel. */
export type Density = 'compact' | 'comfortable'

/**
 * The chosen density. `public/density.js` keeps the same setting as `data-density` on the root of
 * the panel before the first paint; `useDensityOnRoot` does it while the panel is open.
 */
export function useDensity() {
  return useStoredSetting<Density>('shortlist.density', ['compact', 'comfortable'])
}

/** Keeps the chosen density on the root of the page while mounted. */
export function useDensityOnRoot(): void {
  const [density] = useDensity()
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
}
