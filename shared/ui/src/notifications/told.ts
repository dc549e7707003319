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
 * Carries out what tells something, one tab after the other, and remembers the ids that it returns.
 * Nothing is told where nothing can be remembered: each tab would tell it again and again.
 */
export async function onceInAllTabs(
  userId: string,
  tell: (since: Date, isTold: (id: string) => boolean) => readonly string[],
): Promise<void> {
  await navigator.locks.request(KEY, () => {
    const known = readTold(userId)
    const { since, ids } = known ?? { userId, since: new Date().toISOString(), ids: [] }
    if (!known && !keepTold({ userId, since, ids })) return
    const told = tell(new Date(since), (id) => ids.includes(id))
    if (told.length > 0) keepTold({ userId, since, ids: [...ids, ...told].slice(-TOLD_MAX) })
  })
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
