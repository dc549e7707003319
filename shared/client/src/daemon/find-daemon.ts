import { z } from 'zod'

/** How long a daemon may take to say that it is there, in milliseconds. */
export const HEALTH_TIMEOUT = 5000

/** What every version says of itself, whatever else its health holds. */
const Named = z.object({ name: z.literal('shortlist'), version: z.string().max(40) })

/** How every version refuses an `Origin` that it does not know. */
const OriginRefusal = z.object({ code: z.literal('ORIGIN') })

/**
 * Who answers at an address: a daemon of some version, a daemon that does not take calls of this
 * page's origin, some other program, or nobody.
 */
export type FoundDaemon =
  | { readonly kind: 'daemon'; readonly version: string }
  | { readonly kind: 'refuses' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'nobody' }

/**
 * Looks who answers at `baseUrl`, an origin without a slash at its end, and whether it takes calls
 * of this page. Changes nothing there and never rejects.
 */
export async function findDaemon(baseUrl: string): Promise<FoundDaemon> {
  const url = `${baseUrl}/api/health`
  const health = await ask(url, 'GET')
  if (!health) return { kind: 'nobody' }
  if (isRefusal(health)) return { kind: 'refuses' }
  const named = Named.safeParse(health.body)
  if (!named.success) return { kind: 'foreign' }
  // a browser extension names its origin in calls that do more than read; this one changes nothing
  const knock = await ask(url, 'OPTIONS')
  if (!knock) return { kind: 'nobody' }
  return isRefusal(knock) ? { kind: 'refuses' } : { kind: 'daemon', version: named.data.version }
}

interface Answer {
  readonly status: number
  /** Null for what is no JSON. */
  readonly body: unknown
}

/** Undefined where nobody answers. */
async function ask(url: string, method: 'GET' | 'OPTIONS'): Promise<Answer | undefined> {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT)
  try {
    // a daemon leads nowhere else, and what another program leads to is not asked
    const answer = await fetch(url, { method, credentials: 'include', redirect: 'manual', signal })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  } catch {
    return undefined
  }
}

function isRefusal({ status, body }: Answer): boolean {
  return status === 403 && OriginRefusal.safeParse(body).success
}
