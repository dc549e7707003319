import { Suspense } from 'react'
import { lazyOr } from '../primitives/lazy-or.ts'
import type { ExcerptCardProps } from './excerpt-card.tsx'
import { ExcerptName } from './excerpt-name.tsx'

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
