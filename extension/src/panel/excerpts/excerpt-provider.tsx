import type { Excerpt } from '@shortlist/contracts/chat'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { notify } from '@shortlist/ui/toasts/notify'
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Arrival, type PageRefusal, takeArrivalsHere } from '../../host/handover.ts'
import { menuNames } from '../../host/menu-names.ts'

interface ExcerptState {
  /** What goes with the next question, or null. */
  readonly excerpt: Excerpt | null
  readonly setExcerpt: Dispatch<SetStateAction<Excerpt | null>>
  /** How often the user has sent something from a page to this panel. */
  readonly arrivals: number
}

const ExcerptContext = createContext<ExcerptState | null>(null)

/**
 * Keeps what was taken from a web page, and takes what the user sends from one to this window. What
 * one account has taken is out of sight of the next one; after a session that has expired it is still
 * there for whoever comes back.
 */
export function ExcerptProvider({ children }: { readonly children: ReactNode }) {
  const [excerpt, setExcerpt] = useState<Excerpt | null>(null)
  const [arrivals, setArrivals] = useState(0)
  const { userId, ended } = useSession()
  const owner = useRef<string>(undefined)

  useEffect(() => {
    function hear(arrival: Arrival): void {
      if (arrival.excerpt) setExcerpt(arrival.excerpt)
      else tellRefusal(arrival.refusal)
      setArrivals((count) => count + 1)
    }
    return takeArrivalsHere(hear)
  }, [])

  // before anything is painted
  useLayoutEffect(() => {
    const isNext = userId !== null && owner.current !== undefined && userId !== owner.current
    if (isNext || ended === 'left') setExcerpt(null)
    if (ended === 'left') owner.current = undefined
    else if (userId !== null) owner.current = userId
  }, [userId, ended])

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

/** What the panel says about pages of the web. */
export const excerptsCopy = {
  usePage: menuNames.page,
  refusals: {
    'click-needed': `The browser lets Shortlist read a page only after a click on it. Right-click the page and choose "${menuNames.page}".`,
    'click-again': `Shortlist may read pages from now on. Right-click the page once more and choose "${menuNames.page}".`,
    protected: 'The browser lets no extension read this page.',
    'no-text': 'This page has no text that can be read.',
    'not-allowed': 'The browser does not let Shortlist read pages. Nothing was read.',
  } satisfies Record<PageRefusal, string>,
} as const
