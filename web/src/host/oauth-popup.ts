import { type PopupHost, type PopupMessage, readPopupMessage } from '@shortlist/ui/calendar/popup'

/** Where the result page speaks to pages that are not its opener; `public/oauth-success.js` has the same name. */
export const OAUTH_CHANNEL = 'shortlist.oauth'

/** The sign-in window of this browser (specification, section 9). */
export const oauthPopup: PopupHost = {
  open(url) {
    const popup = window.open(url, 'google-oauth', 'popup,width=500,height=600')
    return popup && { isClosed: () => popup.closed, focus: () => popup.focus() }
  },
  hear(take) {
    // some providers cut the tie between popup and opener; the channel reaches its own origin alone
    const channel = new BroadcastChannel(OAUTH_CHANNEL)
    const pass = (posted: unknown) => {
      const message: PopupMessage | null = readPopupMessage(posted)
      if (message) take(message)
    }
    const hearWindow = ({ origin, data }: MessageEvent) => {
      if (origin === location.origin) pass(data)
    }
    channel.onmessage = ({ data }) => pass(data)
    window.addEventListener('message', hearWindow)
    return () => {
      channel.close()
      window.removeEventListener('message', hearWindow)
    }
  },
}
