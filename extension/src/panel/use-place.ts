import { useEffect, useState } from 'react'
import { type KeptPlace, keepPlace, readPlace } from './kept-place.ts'

/** What the panel shows, and the ways to other places. */
export interface Place extends KeptPlace {
  /** Whether the chat side shows the list of chats instead of one conversation. */
  readonly hasList: boolean
  readonly showView: (view: KeptPlace['view']) => void
  readonly openList: () => void
  /** Back from the list to the conversation that was open. */
  readonly closeList: () => void
  readonly openChat: (chatId: string) => void
  readonly beginChat: () => void
  /** The new chat on the screen has got this id. */
  readonly nameChat: (chatId: string) => void
}

type Shown = Pick<Place, 'view' | 'chatId' | 'hasList'>

/** Where the account is in this panel; the next panel begins there. */
export function usePlace(userId: string): Place {
  const [{ view, chatId, hasList }, setPlace] = useState<Shown>(() => ({
    ...readPlace(userId),
    hasList: false,
  }))

  useEffect(() => keepPlace(userId, { view, chatId }), [userId, view, chatId])

  const inChat = { view: 'chat', hasList: false } as const
  return {
    view,
    chatId,
    hasList,
    showView: (next) => setPlace((place) => ({ ...place, view: next })),
    openList: () => setPlace((place) => ({ ...place, view: 'chat', hasList: true })),
    closeList: () => setPlace((place) => ({ ...place, ...inChat })),
    openChat: (next) => setPlace({ ...inChat, chatId: next }),
    beginChat: () => setPlace({ ...inChat, chatId: undefined }),
    nameChat: (next) => setPlace((place) => ({ ...place, chatId: next })),
  }
}
