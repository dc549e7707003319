import type { AccountPorts } from './ports.ts'

/** Ends the session of a token, on the disk first, and its sockets; nothing happens without one. */
export async function signOut(
  { sessions, endSession, record }: AccountPorts,
  token: string | undefined,
): Promise<void> {
  const ended = token === undefined ? undefined : await sessions.end(token)
  if (ended === undefined) return
  endSession(ended)
  record('signed-out')
}
