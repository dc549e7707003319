import type { Mode } from '@shortlist/contracts/chat'
import { useState } from 'react'
import { useMode } from '../settings/settings.ts'

/**
 * The mode of the chat on the screen. Each panel begins with the mode that was chosen last and
 * keeps its own from then on; only a choice of the user is remembered for later chats.
 */
export function useChatMode(panelKey: number) {
  const [lastChosen, setLastChosen] = useMode()
  const [shown, setShown] = useState({ panelKey, mode: lastChosen })

  if (shown.panelKey !== panelKey) setShown({ panelKey, mode: lastChosen })

  function changeMode(mode: Mode, cause: 'chosen' | 'stored'): void {
    setShown({ panelKey, mode })
    if (cause === 'chosen') setLastChosen(mode)
  }

  return { mode: shown.mode, changeMode }
}
