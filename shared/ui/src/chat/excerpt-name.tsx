import { Button } from '../primitives/button.tsx'
import type { ExcerptCardProps } from './excerpt-card.tsx'

/** An excerpt in one line, for where its card could not be loaded. */
export function ExcerptName({ excerpt, onRemove }: ExcerptCardProps) {
  return (
    <p className="text-meta wrap-anywhere">
      {excerpt.title || excerpt.url}
      {onRemove && (
        <Button variant="ghost" size="sm" onClick={onRemove}>
          Remove
        </Button>
      )}
    </p>
  )
}
