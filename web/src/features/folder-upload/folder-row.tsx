import type { IndexedFolder } from '@shortlist/contracts/retrieval'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { formatBytes } from '@shortlist/ui/format-bytes'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { relativeTime } from '@shortlist/ui/time/relative-time'

interface FolderRowProps {
  readonly folder: IndexedFolder
  /** It is being removed. */
  readonly isGoing: boolean
  readonly onRemove: () => void
}

/** One indexed folder: how much there is of it, how old that is, and a way to remove it. */
export function FolderRow({ folder, isGoing, onRemove }: FolderRowProps) {
  const { name, files, bytes, updatedAt, damaged = 0 } = folder
  const updated = new Date(updatedAt)
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" title={name} className="truncate text-meta font-medium">
          {name}
        </p>
        <p className="text-caption text-text-3 tabular-nums">
          {foldersCopy.folderFacts(files, formatBytes(bytes))}
          <time dateTime={updatedAt} title={updated.toLocaleString()}>
            {relativeTime(updated, new Date(), 'en')}
          </time>
        </p>
        {damaged > 0 && <p className="text-caption text-text-2">{foldersCopy.damaged(damaged)}</p>}
      </div>
      <Button
        variant="ghost"
        size="sm"
        disabled={isGoing}
        aria-label={foldersCopy.removeLabel(name)}
        onClick={onRemove}
      >
        {isGoing ? foldersCopy.removing : foldersCopy.remove}
      </Button>
    </li>
  )
}
