import { useEffect, useState } from 'react'

/** What the panel shows, and the ways to other places. */
export interface Place extends KeptPlace {
  /** Whether the chat side shows the list of chats instead of one conversation. */
  readonly hasList: boolean
  /** How often the user has come to a conversation. */
  readonly visits: number
  readonly showView: (view: KeptPlace['view']) => void
  readonly openList: () => void
  /** Back from the list to the conversation that was open. */
  readonly closeList: () => void
  readonly openChat: (chatId: string) => void
  readonly beginChat: () => void
  /** The new chat on the screen has got this id. */
  readonly nameChat: (chatId: string) => void
  /** The open chat is no more; a new one takes its place, seen or not. */
  readonly leaveChat: () => void
}

type Shown = Pick<Place, 'view' | 'chatId' | 'hasList' | 'visits'>

/** Where the account is in this panel; the next panel begins there. */
export function usePlace(userId: string): Place {
  const [{ view, chatId, hasList, visits }, setPlace] = useState<Shown>(() => ({
    ...readPlace(userId),
    hasList: false,
    visits: 0,
  }))

  useEffect(() => keepPlace(userId, { view, chatId }), [userId, view, chatId])

  const visit = (change: Pick<KeptPlace, 'chatId'> = {}) =>
    setPlace((place) => ({
      ...place,
      ...change,
      view: 'chat',
      hasList: false,
      visits: place.visits + 1,
    }))
  return {
    view,
    chatId,
    hasList,
    visits,
    showView: (next) => setPlace((place) => ({ ...place, view: next })),
    openList: () => setPlace((place) => ({ ...place, view: 'chat', hasList: true })),
    closeList: () => visit(),
    openChat: (next) => visit({ chatId: next }),
    beginChat: () => visit({ chatId: undefined }),
    nameChat: (next) => setPlace((place) => ({ ...place, chatId: next })),
    leaveChat: () => setPlace((place) => ({ ...place, chatId: undefined })),
  }
}

/** What is open in the panel of an account. */
interface KeptPlace {
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
function readPlace(userId: string): KeptPlace {
  const kept = Object(withArea((area) => JSON.parse(area.getItem(KEY) ?? 'null')))
  if (kept.userId !== userId) return { view: 'chat' }
  const { view, chatId } = kept
  return { view: view === 'mail' ? 'mail' : 'chat', ...(typeof chatId === 'string' && { chatId }) }
}

/** Keeps where an account is, instead of whatever was kept before. */
function keepPlace(userId: string, { view, chatId }: KeptPlace): void {
  withArea((area) => area.setItem(KEY, JSON.stringify({ userId, view, chatId })))
}

/** Forgets it: whoever signs in next may be somebody else. */
export function forgetPlace(): void {
  withArea((area) => area.removeItem(KEY))
}

/** In a browser that stores nothing, and where what is kept is damaged, a panel begins with a new chat. */
function withArea<Result>(use: (area: Storage) => Result): Result | null {
  try {
    return use(areaOf())
  } catch {
    return null
  }
}
