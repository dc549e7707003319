const KEY = 'shortlist.notified'
/** So many are remembered: more than can be due at once. */
const TOLD_MAX = 200

/** What an account was told of in this browser; what was entered before `since` was there already. */
interface Told {
  readonly userId: string
  readonly since: string
  readonly ids: readonly string[]
}

/**
 * Calls `begin` once no other tab tells; what is returned gives the part on to the next tab.
 * A tab keeps the part for as long as it lives: tabs are processes of their own, and one may read
 * what another has just written too late.
 */
export function becomeTeller(begin: () => void): () => void {
  const left = new AbortController()
  const { signal } = left
  const keepUntilLeft = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve())
      begin()
    })
  navigator.locks.request(KEY, { signal }, keepUntilLeft).catch((reason) => {
    if (!signal.aborted) throw reason
  })
  return () => left.abort()
}

/**
 * Carries out what tells something and remembers the ids that it returns.
 * Nothing is told where nothing can be remembered: it would be told again and again.
 */
export function tellOnce(
  userId: string,
  tell: (since: Date, isTold: (id: string) => boolean) => readonly string[],
): void {
  const known = readTold(userId)
  const { since, ids } = known ?? { userId, since: new Date().toISOString(), ids: [] }
  if (!known && !keepTold({ userId, since, ids })) return
  const told = tell(new Date(since), (id) => ids.includes(id))
  if (told.length > 0) keepTold({ userId, since, ids: [...ids, ...told].slice(-TOLD_MAX) })
}

/** From now on only what is entered later is new: nobody has listened so far. */
export function beginAnew(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing was remembered either
  }
}

function readTold(userId: string): Told | null {
  try {
    const told = Object(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    const isWhole = !Number.isNaN(Date.parse(told.since)) && Array.isArray(told.ids)
    return told.userId === userId && isWhole ? told : null
  } catch {
    return null
  }
}

function keepTold(told: Told): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(told))
    return true
  } catch {
    return false
  }
}
