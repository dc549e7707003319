interface ToastOptions {
  /** A toast with the id of one that is shown replaces it. */
  readonly id?: string
  /** Milliseconds until it goes; 5000 where it is left out. */
  readonly duration?: number
  /** The id of a toast that this one makes out of date. */
  readonly replaces?: string
}

/** Shows a short text at the top of the page for a few seconds. */
export function notify(kind: 'error' | 'success', text: string, options: ToastOptions = {}): void {
  void import('./toast-area.tsx').then(({ showToast }) => showToast(kind, text, options))
}
