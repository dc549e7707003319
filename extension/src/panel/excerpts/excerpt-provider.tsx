import type { Excerpt } from '@shortlist/contracts/chat'
import { notify } from '@shortlist/ui/toasts/notify'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Arrival, type PageRefusal, takeArrivalsHere } from '../../host/handover.ts'
import { excerptsCopy } from './excerpts-copy.ts'

interface ExcerptState {
  /** What goes with the next question, or null. */
  readonly excerpt: Excerpt | null
  readonly setExcerpt: (excerpt: Excerpt | null) => void
  /** How often the user has sent something from a page to this panel. */
  readonly arrivals: number
}

const ExcerptContext = createContext<ExcerptState | null>(null)

/** Keeps what was taken from a web page, and takes what the user sends from one to this window. */
export function ExcerptProvider({ children }: { readonly children: ReactNode }) {
  const [excerpt, setExcerpt] = useState<Excerpt | null>(null)
  const [arrivals, setArrivals] = useState(0)

  useEffect(() => {
    function hear(arrival: Arrival): void {
      if (arrival.excerpt) setExcerpt(arrival.excerpt)
      else tellRefusal(arrival.refusal)
      setArrivals((count) => count + 1)
    }
    return takeArrivalsHere(hear)
  }, [])

  const state = useMemo(() => ({ excerpt, setExcerpt, arrivals }), [excerpt, arrivals])
  return <ExcerptContext value={state}>{children}</ExcerptContext>
}

/** The excerpt of the next question; throws outside an `ExcerptProvider`. */
export function useExcerpt(): ExcerptState {
  const state = useContext(ExcerptContext)
  if (!state) throw new Error('useExcerpt needs an ExcerptProvider above it')
  return state
}

/** Long enough to read two sentences and to go to the page, in milliseconds. */
const duration = 12_000

/** Says why nothing came from a page, and what helps. */
export function tellRefusal(refusal: PageRefusal): void {
  // what was asked for has been given
  const kind = refusal === 'click-again' ? 'success' : 'error'
  notify(kind, excerptsCopy.refusals[refusal], { id: 'page', duration })
}
