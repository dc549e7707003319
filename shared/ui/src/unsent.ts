const OWNER = 'shortlist.unsent-by'
const PREFIX = 'shortlist.unsent.'

/** A question in the box of a chat, or a changed reply to an email. */
type Kind = 'chat' | 'mail'

let placeOf = () => sessionStorage

/**
 * Where texts lie that were typed and not sent. In a tab they live as long as the tab; a host that
 * is closed at every turn names a place that outlives it.
 */
export function keepUnsentIn(place: () => Storage): void {
  placeOf = place
}

/** What was typed and not sent, or null. */
export function readUnsent(kind: Kind, id: string): string | null {
  return withPlace((place) => place.getItem(keyOf(kind, id)))
}

/** Keeps a text; null forgets it. */
export function writeUnsent(kind: Kind, id: string, text: string | null): void {
  withPlace((place) => {
    if (text === null) place.removeItem(keyOf(kind, id))
    else place.setItem(keyOf(kind, id), text)
  })
}

/** A question for the new chat, before what was being written there. */
export function askInNewChat(question: string): void {
  const unsent = readUnsent('chat', 'new')
  writeUnsent('chat', 'new', [question, unsent].filter(Boolean).join('\n\n'))
}

/** For whoever is signed in: what another account has left is forgotten. */
export function claimUnsent(userId: string): void {
  withPlace((place) => {
    if (place.getItem(OWNER) !== userId) forgetUnsent()
    place.setItem(OWNER, userId)
  })
}

export function forgetUnsent(): void {
  withPlace((place) => {
    for (const key of Object.keys(place)) {
      if (key === OWNER || key.startsWith(PREFIX)) place.removeItem(key)
    }
  })
}

function keyOf(kind: Kind, id: string): string {
  return `${PREFIX}${kind}.${id}`
}

/** A browser that blocks storage, or has no room, forgets the text when it leaves the screen. */
function withPlace<Result>(use: (place: Storage) => Result): Result | null {
  try {
    return use(placeOf())
  } catch {
    return null
  }
}
