import { useBriefly } from '@shortlist/ui/time/use-briefly'
import { Check } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { optionsCopy } from './options-copy.ts'

const TellSaved = createContext<() => void>(() => {})

interface SectionProps {
  /** What leads here after the `#` of an address. */
  readonly id?: string
  readonly title: string
  readonly children: ReactNode
}

/** A group of options under its heading, beside which "Saved" appears. */
export function Section({ id, title, children }: SectionProps) {
  const [isSaved, tell] = useBriefly()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  // the browser looks for the place before the page is drawn
  useEffect(() => {
    if (!id || location.hash !== `#${id}`) return
    heading.current?.focus()
    // Firefox scrolls to no focus on a page that it has not drawn yet
    heading.current?.scrollIntoView()
  }, [id])

  return (
    <section
      aria-labelledby={titleId}
      className="rounded-lg border border-border bg-surface p-5 max-[420px]:p-4"
    >
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2
          id={titleId}
          ref={heading}
          tabIndex={id ? -1 : undefined}
          className="text-card font-semibold outline-none"
        >
          {title}
        </h2>
        <span role="status" className="flex items-center gap-1.5 text-meta text-green-text">
          {isSaved && (
            <>
              <Check aria-hidden="true" className="size-4" />
              {optionsCopy.saved}
            </>
          )}
        </span>
      </div>
      <TellSaved value={tell}>
        <div className="grid gap-3">{children}</div>
      </TellSaved>
    </section>
  )
}

/** Says "Saved" in the section whenever a stored value, once it is known, has become another one. */
export function useTellSaved(stored: string | boolean | null): void {
  const tell = useContext(TellSaved)
  const before = useRef(stored)
  useEffect(() => {
    const isChange = before.current !== null && before.current !== stored
    before.current = stored
    if (isChange) tell()
  }, [stored, tell])
}
