import type { ToastOptions } from './toast-area.tsx'

/** Shows a short text at the top of the page for a few seconds. */
export function notify(kind: 'error' | 'success', text: string, options: ToastOptions = {}): void {
  void import('./toast-area.tsx').then(({ showToast }) => showToast(kind, text, options))
}
