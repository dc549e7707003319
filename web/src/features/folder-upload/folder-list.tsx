import { CallFailed } from '@shortlist/client/assistant-client'
import type { IndexedFolder } from '@shortlist/contracts/retrieval'
import { useSession } from '@shortlist/ui/auth/session.tsx'
import { describeFailure } from '@shortlist/ui/describe-failure'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ConfirmDialog } from '@shortlist/ui/primitives/confirm-dialog.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { Skeleton } from '@shortlist/ui/primitives/skeleton.tsx'
import { useLostFocus } from '@shortlist/ui/primitives/use-lost-focus'
import { useEffect, useEffectEvent, useState } from 'react'
import { FolderRow } from './folder-row.tsx'
import { useFolders, useRemoveFolder } from './use-folders.ts'

/** The folders that chats answer from, and a way to remove each. */
export function FolderList() {
  const { data, error, refetch, isFetching } = useFolders()
  const removal = useRemoveFolder()
  const [doomed, setDoomed] = useState<IndexedFolder | null>(null)
  const place = useLostFocus(data)
  useExpiry(error ?? removal.error)

  if (error) {
    return (
      <ErrorBox
        className="mt-3"
        action={
          <Button size="sm" disabled={isFetching} onClick={() => void refetch()}>
            {foldersCopy.retry}
          </Button>
        }
      >
        {describeFailure(error, foldersCopy.foldersFailed)}
      </ErrorBox>
    )
  }
  if (!data) return <Loading />
  const { folders, unembedded } = data
  return (
    <div ref={place} tabIndex={-1} className="mt-3 outline-none">
      {folders.length === 0 ? (
        <p className="text-caption text-text-3">{foldersCopy.noFolders}</p>
      ) : (
        <ul aria-label={foldersCopy.folders} className="divide-y divide-border">
          {folders.map((folder) => (
            <FolderRow
              key={folder.id}
              folder={folder}
              isGoing={removal.isPending && removal.variables === folder.id}
              onRemove={() => setDoomed(folder)}
            />
          ))}
        </ul>
      )}
      {unembedded > 0 && (
        <p className="text-caption text-text-3 tabular-nums">
          {foldersCopy.unembedded(unembedded)}
        </p>
      )}
      {removal.error && (
        <ErrorBox className="mt-2">
          {describeFailure(removal.error, foldersCopy.removeFolderFailed)}
        </ErrorBox>
      )}
      {doomed && (
        <ConfirmDialog
          title={foldersCopy.removeTitle}
          text={foldersCopy.removeText(doomed.name)}
          confirmLabel={foldersCopy.remove}
          onConfirm={() => removal.mutate(doomed.id)}
          onClose={() => setDoomed(null)}
        />
      )}
    </div>
  )
}

/** Tells the session that a call was refused for its end. */
function useExpiry(error: Error | null): void {
  const { expire } = useSession()
  const isOver = error instanceof CallFailed && error.isSignedOut
  const end = useEffectEvent(expire)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
}

function Loading() {
  return (
    <div role="status" className="mt-3">
      <span className="sr-only">{foldersCopy.foldersLoading}</span>
      <Skeleton className="h-10" />
    </div>
  )
}
