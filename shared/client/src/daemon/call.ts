import { CallFailed } from '../assistant-client.ts'
import type { Calls } from './api.ts'
import { read, readBlob, readNothing } from './read.ts'

/** The sessions of a client, one after the other. */
export interface Sessions {
  /** A number that is another one after each sign-in. */
  current(): number
  /** The daemon does not accept the current one any more. */
  expire(): void
}

/**
 * Reads the answers to calls; `settle` hears of each whether the daemon was there. With `sessions`, a
 * 401 ends the session that the call belonged to; a call that is answered in a later session fails,
 * whatever its answer was.
 */
export function readCalls(settle: (isThere: boolean) => void, sessions?: Sessions): Calls {
  async function settled<Result>(calling: Promise<Result>): Promise<Result> {
    const asked = sessions?.current()
    const isLate = () => sessions?.current() !== asked
    try {
      const result = await calling
      settle(true)
      if (!isLate()) return result
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      settle(!error.isOffline)
      if (!isLate()) {
        if (error.isSignedOut) sessions?.expire()
        throw error
      }
    }
    throw new CallFailed(0, 'The session has ended', { reason: 'refused' })
  }

  const tell: Calls['tell'] = (calling) => settled(readNothing(calling))

  return {
    ask: (calling, schema) => settled(read(calling, schema)),
    blob: (calling) => settled(readBlob(calling)),
    tell,
    async attempt(calling) {
      await tell(calling).catch((error: unknown) => {
        if (!isRefusal(error)) throw error
      })
    },
  }
}

/** The daemon itself said no, to somebody it knows. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallFailed && error.reason === 'refused' && !error.isSignedOut
}
