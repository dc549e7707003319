import type { AssistantClient } from '@shortlist/client/assistant-client'
import { daemonClient } from '@shortlist/client/daemon/daemon-client'
import { isLocal } from './is-local.ts'

/**
 * Whom the app asks: the daemon that its page came from, a daemon of this computer that has to be
 * found first, or nobody, since it answers by itself.
 */
export type Choice =
  | { readonly kind: 'daemon'; readonly client: AssistantClient }
  | { readonly kind: 'search' }
  | { readonly kind: 'demo' }

/**
 * Settles once, before the first render, whom this page asks. `isStatic` says that its build may
 * lie on any host of files; any other build comes from a daemon.
 */
export function chooseClient(
  page: Pick<Window, 'location' | 'shortlistIsLocal'>,
  isStatic: boolean,
): Choice {
  if (!isLocal(page)) return { kind: 'demo' }
  if (isStatic) return { kind: 'search' }
  return { kind: 'daemon', client: daemonClient(page.location.origin) }
}
