import type { IndexedFolder } from '@shortlist/contracts/retrieval'
import { useClient, useRefreshOn } from '@shortlist/ui/client-provider.tsx'
import { describeFailure } from '@shortlist/ui/describe-failure'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { formatBytes } from '@shortlist/ui/format-bytes'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ConfirmDialog } from '@shortlist/ui/primitives/dialog.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { Skeleton } from '@shortlist/ui/primitives/loading.tsx'
import { useLostFocus } from '@shortlist/ui/primitives/use-lost-focus'
import { relativeTime } from '@shortlist/ui/time/relative-time'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const foldersKey = ['folders'] as const

/** The folders that chats answer from, and a way to remove each. */
export function FolderList() {
  const client = useClient()
  const cache = useQueryClient()
  const queryFn = () => client.folders.list()
  const { data, error, refetch, isFetching } = useQuery({ queryKey: foldersKey, queryFn })
  // the row goes with the next list
  const removal = useMutation({
    mutationFn: (folderId: string) => client.folders.delete(folderId),
    onSettled: () => cache.invalidateQueries({ queryKey: foldersKey }),
  })
  useRefreshOn(foldersKey, ['folders-changed'])
  const [doomed, setDoomed] = useState<IndexedFolder | null>(null)
  const place = useLostFocus(data)

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
  if (!data) {
    return (
      <div role="status" className="mt-3">
        <span className="sr-only">{foldersCopy.foldersLoading}</span>
        <Skeleton className="h-10" />
      </div>
    )
  }
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
