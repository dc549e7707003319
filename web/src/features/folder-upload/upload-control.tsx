import { useClient } from '@shortlist/ui/client-provider.tsx'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { FolderUp } from 'lucide-react'
import { useId } from 'react'
import { FolderList } from './folder-list.tsx'
import { UploadPanel } from './upload-panel.tsx'

/** The way to upload a folder and the folders that are there, or why this client takes none. */
export function UploadControl() {
  const { folderUploadRefusal } = useClient().abilities
  if (folderUploadRefusal !== null) return <RefusedUpload reason={folderUploadRefusal} />
  return (
    <>
      <UploadPanel />
      <FolderList />
    </>
  )
}

function RefusedUpload({ reason }: { readonly reason: string }) {
  const reasonId = useId()
  return (
    <div className="rounded-md border border-dashed border-border-strong p-3">
      <Button disabled aria-describedby={reasonId} className="w-full">
        <FolderUp aria-hidden="true" />
        {foldersCopy.label}
      </Button>
      <p id={reasonId} className="mt-2 text-center text-caption text-text-3">
        {reason}
      </p>
    </div>
  )
}
