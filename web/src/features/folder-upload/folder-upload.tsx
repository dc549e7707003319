import { useClient } from '@shortlist/ui/client-provider.tsx'
import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { FolderUp } from 'lucide-react'
import { useId } from 'react'

/** The way to upload a folder, with the reason of a client that takes none. */
export function FolderUpload() {
  const { abilities } = useClient()
  const reasonId = useId()
  return (
    <div className="rounded-md border border-dashed border-border-strong p-3">
      <Button disabled aria-describedby={reasonId} className="w-full">
        <FolderUp aria-hidden="true" />
        {copy.upload.label}
      </Button>
      <p id={reasonId} className="mt-2 text-center text-caption text-text-3">
        {abilities.folderUploadRefusal}
      </p>
    </div>
  )
}
