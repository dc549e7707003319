import { z } from 'zod'

/** How long a daemon may take to say that it is there, in milliseconds. */
export const HEALTH_TIMEOUT = 5000

/** What every version says of itself, whatever else its health holds. */
const Named = z.object({ name: z.literal('shortlist'), version: z.string() })

/** Who answers at an address: a daemon of some version, some other program, or nobody. */
export type FoundDaemon =
  | { readonly kind: 'daemon'; readonly version: string }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'nobody' }

/** Looks who answers at `baseUrl`, an origin without a slash at its end. Never rejects. */
export async function findDaemon(baseUrl: string): Promise<FoundDaemon> {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT)
  try {
    const answer = await fetch(`${baseUrl}/api/health`, { credentials: 'include', signal })
    const named = Named.safeParse(await answer.json().catch(() => null))
    return named.success ? { kind: 'daemon', version: named.data.version } : { kind: 'foreign' }
  } catch {
    return { kind: 'nobody' }
  }
}
