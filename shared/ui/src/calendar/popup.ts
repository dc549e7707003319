/** The sign-in window of the calendar's provider. */
export interface Popup {
  isClosed(): boolean
  focus(): void
}

/** What a host with windows can do; a shared screen has none of its own. */
export interface PopupHost {
  /** Null where the browser allows no popup. */
  open(url: string): Popup | null
  /** Hears what the result page says, from the host's own origin alone, until the returned function is called. */
  hear(take: (message: PopupMessage) => void): () => void
}

/** How the sign-in has ended (wire contract, section 8). */
export type PopupMessage =
  | { readonly type: 'GOOGLE_CALENDAR_OAUTH_SUCCESS' }
  | { readonly type: 'GOOGLE_CALENDAR_OAUTH_ERROR'; readonly error: string }

/** What a window has posted, if it is one of the two messages of the result page. */
export function readPopupMessage(posted: unknown): PopupMessage | null {
  const { type, error = '' } = Object(posted)
  if (type === 'GOOGLE_CALENDAR_OAUTH_SUCCESS') return { type }
  return type === 'GOOGLE_CALENDAR_OAUTH_ERROR' ? { type, error: String(error) } : null
}
