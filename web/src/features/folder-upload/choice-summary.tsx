import { foldersCopy } from '@shortlist/ui/folders-copy'
import { formatBytes } from '@shortlist/ui/format-bytes'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { useState } from 'react'
import type { Choice, SkippedGroup } from './upload-state.ts'

interface ChoiceSummaryProps {
  readonly choice: Choice
  readonly isDisabled: boolean
  readonly onSend: () => void
  readonly onCancel: () => void
}

/** What would be sent and what not, before anything is. */
export function ChoiceSummary({ choice, isDisabled, onSend, onCancel }: ChoiceSummaryProps) {
  const { folders, files, bytes, refusal } = choice
  const canSend = files.length > 0
  return (
    <div className="mt-3 rounded-md bg-surface-2 p-3">
      <p dir="auto" title={folders.join(', ')} className="truncate font-medium">
        {folders.join(', ')}
      </p>
      {canSend && (
        <p className="text-meta text-text-2 tabular-nums">
          {foldersCopy.chosen(files.length, formatBytes(bytes))}
        </p>
      )}
      {refusal !== null && <ErrorBox className="mt-2">{refusal}</ErrorBox>}
      {!canSend && refusal === null && (
        <p className="text-meta text-text-2">{foldersCopy.nothingChosen}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {canSend && (
          <Button variant="primary" size="sm" data-next disabled={isDisabled} onClick={onSend}>
            {foldersCopy.upload(files.length)}
          </Button>
        )}
        <Button size="sm" data-next={canSend ? undefined : true} onClick={onCancel}>
          {foldersCopy.cancel}
        </Button>
      </div>
      <Skipped groups={choice.skipped} />
    </div>
  )
}

function Skipped({ groups }: { readonly groups: Choice['skipped'] }) {
  if (groups.length === 0) return null
  const count = groups.reduce((sum, { files, folders }) => sum + files + folders, 0)
  return (
    <div className="mt-3 text-caption text-text-3">
      <p className="font-medium">{foldersCopy.skipped(count)}</p>
      <ul>
        {groups.map((group) => (
          <li key={group.reason} className="tabular-nums">
            <SkippedPaths group={group} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many were left out for a reason, and on demand which. */
function SkippedPaths({ group }: { readonly group: SkippedGroup }) {
  const { reason, files, folders, paths } = group
  const [isOpen, setOpen] = useState(false)
  const left = files + folders - paths.length
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="py-1">{foldersCopy.skippedGroup(reason, files, folders)}</summary>
      {isOpen && (
        <ul className="mb-1 pl-3 text-text-2">
          {paths.map((path, at) => (
            <li key={at} dir="auto" className="wrap-anywhere">
              {path}
            </li>
          ))}
          {left > 0 && <li>{foldersCopy.andMore(left)}</li>}
        </ul>
      )}
    </details>
  )
}
