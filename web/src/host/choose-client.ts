import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'

declare global {
  interface Window {
    /** Marks local mode where the host name does not show it. */
    shortlistIsLocal?: boolean
  }
}

const localNames = ['localhost', '127.0.0.1', '[::1]']

/** The client for where this page runs, or null where there is no daemon to talk to. */
export function chooseClient(
  page: Pick<Window, 'location' | 'shortlistIsLocal'>,
): AssistantClient | null {
  const { hostname, origin } = page.location
  const isLocal = localNames.includes(hostname) || page.shortlistIsLocal === true
  return isLocal ? daemonClient(origin) : null
}
