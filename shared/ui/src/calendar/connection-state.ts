import { calendarCopy } from '../calendar-copy.ts'

/** The way to a connected calendar; the status says whether there is one. */
export interface ConnectionState {
  /** `waiting`: a popup is open or about to be. `blocked`: the browser allowed none. */
  readonly popup: 'none' | 'waiting' | 'blocked'
  /** Since when, in epoch milliseconds. */
  readonly waitingSince: number | null
  /** Why the calendar is not connected, where more is known than the status says. */
  readonly error: string | null
}

export const noPopup: ConnectionState = { popup: 'none', waitingSince: null, error: null }

export type ConnectionChange =
  | { readonly type: 'asked'; readonly at: number }
  /** The browser opened no popup, or closed it at once. */
  | { readonly type: 'blocked' }
  /** The popup is gone, or has been waited for long enough. */
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'connected' }
  /** The status of a connected calendar says that it no longer is. */
  | { readonly type: 'lost' }
  /** The user has chosen or left a calendar. */
  | { readonly type: 'settled' }

/** The way to a calendar after a change (specification, section 4). */
export function reduceConnection(
  state: ConnectionState,
  change: ConnectionChange,
): ConnectionState {
  switch (change.type) {
    case 'asked':
      return { popup: 'waiting', waitingSince: change.at, error: null }
    case 'blocked':
      return { ...noPopup, popup: 'blocked', error: calendarCopy.popupBlocked }
    case 'ended':
      return state.popup === 'waiting' ? { ...noPopup, error: state.error } : state
    case 'failed':
      return { ...noPopup, error: change.error }
    case 'lost':
      return { ...state, error: calendarCopy.expired }
    case 'connected':
    case 'settled':
      return noPopup
  }
}
