import type { ChatListItem } from '@shortlist/contracts/chat'
import { useEffect, useRef } from 'react'

/**
 * Keeps the focus in the list when the row that had it is removed. `place` goes to an element
 * around the list; `expectRemoval` announces the chat whose row will go.
 */
export function useFocusAfterRemoval(chats: readonly ChatListItem[] | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const expected = useRef<string>(undefined)

  useEffect(() => {
    const isGone = chats?.every(({ chatId }) => chatId !== expected.current)
    if (expected.current === undefined || !isGone) return
    expected.current = undefined
    // a focus that was taken elsewhere meanwhile stays there
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [chats])

  return {
    place,
    expectRemoval(chatId: string): void {
      expected.current = chatId
    },
  }
}
