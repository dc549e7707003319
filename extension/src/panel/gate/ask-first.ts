import type { AssistantClient } from '@shortlist/client/assistant-client'
import { CallFailed } from '@shortlist/client/call-failed'
import { findDaemon } from '@shortlist/client/daemon/find-daemon'

/**
 * The same client, which looks who answers at `address` before it says what must not reach another
 * program: a password, or what a user asks. Where no session keeps a socket open, nothing else has
 * noticed that another program has come to the port. Those calls then throw `CallFailed` 0.
 */
export function askFirst(client: AssistantClient, address: string): AssistantClient {
  async function refuseOthers(): Promise<void> {
    const { kind } = await findDaemon(address)
    if (kind !== 'foreign') return
    // everybody hears who is not there
    void client.retryConnection()
    throw new CallFailed(0, 'Failed to fetch')
  }

  function guard<Said, Heard>(call: (said: Said) => Promise<Heard>) {
    return async (said: Said): Promise<Heard> => {
      await refuseOthers()
      return call(said)
    }
  }

  const { accounts, chats } = client
  return {
    ...client,
    accounts: { ...accounts, signIn: guard(accounts.signIn), signUp: guard(accounts.signUp) },
    chats: { ...chats, send: guard(chats.send) },
  }
}
