import type { IndexedFile } from '@shortlist/contracts/retrieval'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { useAction } from '@shortlist/ui/email/use-action'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { FileDisclosure } from './file-disclosure.tsx'

interface MissingFilesProps {
  readonly files: readonly IndexedFile[]
  readonly onRemoved: () => void
}

/** Offers to remove what the index has of a folder and the folder no longer has. */
export function MissingFiles({ files, onRemoved }: MissingFilesProps) {
  const { folders } = useClient()
  // files that were sent without a folder are a part of nothing that could be compared
  const missing = files.filter(({ path }) => path.includes('/'))
  const removal = useAction(async () => {
    await folders.removeFiles(missing.map(({ id }) => id))
    onRemoved()
  }, foldersCopy.removeFailed)

  if (missing.length === 0) return null
  return (
    <div className="mt-2">
      <FileDisclosure
        label={foldersCopy.missing(missing.length)}
        groups={new Map([['', missing.map(({ path }) => path)]])}
      />
      <div className="mt-1">
        <Button size="sm" disabled={removal.isRunning} onClick={() => void removal.run()}>
          {removal.isRunning ? foldersCopy.removing : foldersCopy.removeMissing(missing.length)}
        </Button>
      </div>
      {removal.error !== null && <ErrorBox className="mt-2">{removal.error}</ErrorBox>}
    </div>
  )
}
