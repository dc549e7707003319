import type { AssistantClient } from '@shortlist/client/assistant-client'

/** How long what was found is true without another look, in milliseconds. */
const TRUE_FOR = 5000

/**
 * Looks again where the daemon has been away, until the returned function is called: who answers
 * then may be another version, or another program. Begins right after a look; the join that follows
 * it is no news.
 */
export function lookAfterAbsence(
  client: Pick<AssistantClient, 'on' | 'watchConnection'>,
  look: () => void,
): () => void {
  const began = performance.now()
  let hasJoined = false
  const stopWatching = client.watchConnection((connection) => {
    if (connection === 'offline') look()
  })
  const stopHearing = client.on('synced', () => {
    const isEntry = !hasJoined && performance.now() - began < TRUE_FOR
    hasJoined = true
    if (!isEntry) look()
  })
  return () => {
    stopWatching()
    stopHearing()
  }
}
