import type { PopupHost } from '@shortlist/ui/calendar/popup'

/** The panel opens no sign-in windows: they speak to the web app's own origin alone. */
export const noPopup: PopupHost = { open: () => null, hear: () => () => {} }
