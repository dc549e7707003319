import { foldersCopy } from '@shortlist/ui/folders-copy'
import { formatBytes } from '@shortlist/ui/format-bytes'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import type { Choice } from './upload-state.ts'

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
      <p className="truncate font-medium">{folders.join(', ')}</p>
      {canSend && (
        <p className="text-meta text-text-2 tabular-nums">
          {foldersCopy.chosen(files.length, formatBytes(bytes))}
        </p>
      )}
      {refusal !== null && <ErrorBox className="mt-2">{refusal}</ErrorBox>}
      {!canSend && refusal === null && (
        <p className="text-meta text-text-2">{foldersCopy.nothingChosen}</p>
      )}
      <Skipped groups={choice.skipped} />
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
    </div>
  )
}

function Skipped({ groups }: { readonly groups: Choice['skipped'] }) {
  if (groups.length === 0) return null
  const count = groups.reduce((sum, { files, folders }) => sum + files + folders, 0)
  return (
    <div className="mt-2 text-caption text-text-3">
      <p className="font-medium">{foldersCopy.skipped(count)}</p>
      <ul className="max-h-40 overflow-y-auto">
        {groups.map(({ reason, files, folders }) => (
          <li key={reason} className="tabular-nums">
            {foldersCopy.skippedGroup(reason, files, folders)}
          </li>
        ))}
      </ul>
    </div>
  )
}
