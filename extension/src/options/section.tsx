import { useBriefly } from '@shortlist/ui/time/use-briefly'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { optionsCopy } from './options-copy.ts'

interface SectionProps {
  /** What leads here after the `#` of an address. */
  readonly id?: string
  readonly title: string
  /** The stored values of its options; null while one is not known yet. */
  readonly stored?: readonly (string | boolean | null)[]
  readonly children: ReactNode
}

/** A group of options under its heading, beside which "Saved" appears once one has become another. */
export function Section({ id, title, stored = [], children }: SectionProps) {
  const [isSaved, tell] = useBriefly()
  const before = useRef(stored)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  // the browser looks for the place before the page is drawn
  useEffect(() => {
    if (!id || location.hash !== `#${id}`) return
    heading.current?.focus()
    // Firefox scrolls to no focus on a page that it has not drawn yet
    heading.current?.scrollIntoView()
  }, [id])

  useEffect(() => {
    const isChange = before.current.some((value, at) => value !== null && value !== stored[at])
    before.current = stored
    if (isChange) tell()
  }, [stored, tell])

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
      <div className="grid gap-3">{children}</div>
    </section>
  )
}
