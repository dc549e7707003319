import { isIPv6, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import type { Reached } from './reach.ts'

/**
 * `fetch` for a host that a user has named. `reached` looks it up and checks it before each request, and
 * what it gives is connected to, whatever its name leads to a moment later; certificate and `Host` are
 * those of the name. A connection is used again only while the name leads to its address. Rejects with
 * what `reached` throws, and then nobody was connected to.
 */
export function pinnedFetch(reached: (url: URL) => Promise<Reached>): typeof fetch {
  let pinned: { readonly address: string; readonly agent: Agent } | undefined

  function unpin(): void {
    void pinned?.agent.close()
    pinned = undefined
  }

  return async (input, init) => {
    const { address } = await reached(new URL(input instanceof Request ? input.url : input)).catch(
      (refusal: unknown) => {
        unpin()
        throw refusal
      },
    )
    const undici = await import('undici')
    if (pinned?.address !== address) {
      unpin()
      pinned = { address, agent: new undici.Agent({ connect: { lookup: alwaysTo(address) } }) }
    }
    const { agent: dispatcher } = pinned as NonNullable<typeof pinned>
    // the platform's own types of the same things
    const asked = undici.fetch(input as string, { ...(init as object), dispatcher })
    return asked as unknown as Promise<Response>
  }
}

function alwaysTo(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4
  return (_, { all }, callback) => {
    if (all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}
