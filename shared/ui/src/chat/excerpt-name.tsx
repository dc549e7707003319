import { Button } from '../primitives/button.tsx'
import { attachmentCopy } from './attachment-copy.ts'
import type { ExcerptCardProps } from './excerpt-card.tsx'
import { nameExcerpt } from './name-excerpt.ts'

/** An excerpt in one line, for where its card could not be loaded. */
export function ExcerptName({ excerpt, onRemove }: ExcerptCardProps) {
  return (
    <p className="text-meta wrap-anywhere">
      {nameExcerpt(excerpt)}
      {onRemove && (
        <Button variant="ghost" size="sm" onClick={onRemove}>
          {attachmentCopy.remove}
        </Button>
      )}
    </p>
  )
}
