import { useEffect, useState } from 'react'

/** What the panel shows, and the ways to other places. */
export type Place = ReturnType<typeof usePlace>

interface Shown extends KeptPlace {
  /** Whether the chat side shows the list of chats instead of one conversation. */
  readonly hasList: boolean
  /** How often the user has come to a conversation. */
  readonly visits: number
}

/** Where the account is in this panel; the next panel begins there. */
export function usePlace(userId: string) {
  const [shown, setPlace] = useState<Shown>(() => ({
    ...readPlace(userId),
    hasList: false,
    visits: 0,
  }))
  const { view, chatId } = shown

  useEffect(() => keepPlace(userId, { view, chatId }), [userId, view, chatId])

  const change = (to: Partial<Shown>) => setPlace((place) => ({ ...place, ...to }))
  const visit = (to: Pick<KeptPlace, 'chatId'> = {}) =>
    setPlace(({ visits, ...place }) => ({
      ...place,
      ...to,
      view: 'chat',
      hasList: false,
      visits: visits + 1,
    }))
  return {
    ...shown,
    showView: (to: KeptPlace['view']) => change({ view: to }),
    openList: () => change({ view: 'chat', hasList: true }),
    /** Back from the list to the conversation that was open. */
    closeList: () => visit(),
    openChat: (to: string) => visit({ chatId: to }),
    beginChat: () => visit({ chatId: undefined }),
    /** The new chat on the screen has got this id. */
    nameChat: (id: string) => change({ chatId: id }),
    /** The open chat is no more; a new one takes its place, seen or not. */
    leaveChat: () => change({ chatId: undefined }),
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
