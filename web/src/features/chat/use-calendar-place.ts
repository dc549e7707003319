import type { Mode } from '@shortlist/contracts/chat'
import { useMedia } from '@shortlist/ui/primitives/use-media'
import { useCalendarRail } from '@shortlist/ui/settings/settings'
import { useState } from 'react'

/** Where the calendar stands beside a chat, and how to show and hide it. */
export interface CalendarPlace {
  readonly kind: 'rail' | 'sheet'
  readonly shown: 'rail' | 'sheet' | null
  toggle(): void
}

/** A rail beside a coach chat where there is room, which is remembered; a sheet elsewhere. */
export function useCalendarPlace(mode: Mode): CalendarPlace {
  const isWide = useMedia('(min-width: 1280px)')
  const [hasRail, setRail] = useCalendarRail()
  const [hasSheet, setSheet] = useState(false)
  if (mode === 'coach' && isWide) {
    return { kind: 'rail', shown: hasRail ? 'rail' : null, toggle: () => setRail(!hasRail) }
  }
  return { kind: 'sheet', shown: hasSheet ? 'sheet' : null, toggle: () => setSheet(!hasSheet) }
}
