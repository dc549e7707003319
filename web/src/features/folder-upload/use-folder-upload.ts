import { useSession } from '@shortlist/ui/auth/session.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { notify } from '@shortlist/ui/toasts/notify'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { FolderUpload } from './folder-upload.ts'
import { useUploadSlot } from './upload-provider.tsx'
import type { UploadState } from './upload-state.ts'

/** The upload that is kept above, begun here where there is none, and how it is. */
export function useFolderUpload(): { readonly upload: FolderUpload; readonly state: UploadState } {
  const client = useClient()
  const { expire } = useSession()
  const slot = useUploadSlot()
  const [fresh] = useState(() => new FolderUpload(client, { notify, onSignedOut: expire }))
  const upload = slot.upload ?? fresh
  const state = useSyncExternalStore(upload.subscribe, upload.getState)

  useEffect(() => {
    if (slot.upload !== upload) slot.keep(upload)
  }, [slot, upload])

  useEffect(() => upload.watch(), [upload])
  return { upload, state }
}
