import { z } from 'zod'

/** How long a daemon may take to say that it is there, in milliseconds. */
export const HEALTH_TIMEOUT = 5000

/** More than any version says of itself, in characters. */
const MAX_CHARACTERS = 65_536

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
  // a browser extension names its origin in calls that do more than read; health takes none, so this
  // one changes nothing, and a page may send it to another origin as a form would
  const knock = await ask(url, 'POST')
  if (!knock) return { kind: 'nobody' }
  return isRefusal(knock) ? { kind: 'refuses' } : { kind: 'daemon', version: named.data.version }
}

interface Answer {
  readonly status: number
  /** Null for what is no JSON. */
  readonly body: unknown
}

/** Undefined where nobody answers. */
async function ask(url: string, method: 'GET' | 'POST'): Promise<Answer | undefined> {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT)
  try {
    // a daemon leads nowhere else, and what another program leads to is not asked; who it is must
    // be known before it is shown the cookie
    const answer = await fetch(url, { method, credentials: 'omit', redirect: 'manual', signal })
    return { status: answer.status, body: await readJson(answer).catch(() => null) }
  } catch {
    return undefined
  }
}

/** Null for what is no JSON; another program may talk without end. */
async function readJson({ body }: Response): Promise<unknown> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
    if (text.length <= MAX_CHARACTERS) continue
    await reader?.cancel()
    return null
  }
  return JSON.parse(text)
}

function isRefusal({ status, body }: Answer): boolean {
  return status === 403 && OriginRefusal.safeParse(body).success
}
