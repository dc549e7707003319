import { Suspense } from 'react'
import { Button } from '../primitives/button.tsx'
import { lazyOr } from '../primitives/lazy-part.ts'
import { excerptCopy, nameExcerpt } from './excerpt.ts'
import type { ExcerptCardProps } from './excerpt-card.tsx'

const ExcerptCard = lazyOr(
  async () => (await import('./excerpt-card.tsx')).ExcerptCard,
  ExcerptName,
)

/** What was taken from a web page for a question, before and after it is sent. */
export function AttachedExcerpt(props: ExcerptCardProps) {
  return (
    <Suspense>
      <ExcerptCard {...props} />
    </Suspense>
  )
}

/** An excerpt in one line, for where its card could not be loaded. */
function ExcerptName({ excerpt, onRemove }: ExcerptCardProps) {
  return (
    <p className="text-meta wrap-anywhere">
      {nameExcerpt(excerpt)}
      {onRemove && (
        <Button variant="ghost" size="sm" onClick={onRemove}>
          {excerptCopy.remove}
        </Button>
      )}
    </p>
  )
}
