/** What is open in the panel of an account. */
export interface KeptPlace {
  readonly view: 'chat' | 'mail'
  /** The chat; left out for a new one. */
  readonly chatId?: string | undefined
}

const KEY = 'shortlist.panel'

let areaOf = () => localStorage

/** Names what the place lies in, instead of `localStorage`. */
export function keepPlaceIn(area: () => Storage): void {
  areaOf = area
}

/** Where the account was when it used a panel last; a new chat where that is not known. */
export function readPlace(userId: string): KeptPlace {
  const kept = parse(read())
  if (kept?.userId !== userId) return { view: 'chat' }
  const { view, chatId } = kept
  return {
    view: view === 'mail' ? 'mail' : 'chat',
    ...(typeof chatId === 'string' && { chatId }),
  }
}

/** Keeps where an account is, instead of whatever was kept before. */
export function keepPlace(userId: string, { view, chatId }: KeptPlace): void {
  try {
    areaOf().setItem(KEY, JSON.stringify({ userId, view, chatId }))
  } catch {
    // a browser that stores nothing: the next panel begins with a new chat
  }
}

/** Forgets it: whoever signs in next may be somebody else. */
export function forgetPlace(): void {
  try {
    areaOf().removeItem(KEY)
  } catch {
    // nothing can have been stored
  }
}

function read(): string | null {
  try {
    return areaOf().getItem(KEY)
  } catch {
    return null
  }
}

function parse(text: string | null): Partial<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return value !== null && typeof value === 'object' ? { ...value } : null
  } catch {
    return null
  }
}
