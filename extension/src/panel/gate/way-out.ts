import { createContext, use } from 'react'

/** The way from what was entered in the place of a daemon back to the look for one. */
export interface WayOut {
  /** Whether one answers meanwhile. */
  readonly isDaemonThere: boolean
  readonly leave: () => void
}

export const WayOutContext = createContext<WayOut | null>(null)

/** Null where a daemon was entered. */
export function useWayOut(): WayOut | null {
  return use(WayOutContext)
}
