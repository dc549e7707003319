import { useSession } from '@shortlist/ui/auth/session.tsx'
import { neededContext } from '@shortlist/ui/needed-context'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { FolderUpload } from './folder-upload.ts'

interface UploadSlot {
  readonly upload: FolderUpload | null
  /** Keeps an upload until the session of its account ends. */
  readonly keep: (upload: FolderUpload) => void
}

/** Where an upload is kept; throws outside an `UploadProvider`. */
export const [UploadContext, useUploadSlot] = neededContext<UploadSlot>('UploadProvider')
const nothing = () => () => {}
const noActivity = () => null

/** Keeps the folder upload above the menu, which comes and goes and loads what an upload takes. */
export function UploadProvider({ children }: { readonly children: ReactNode }) {
  const { userId } = useSession()
  const [kept, setKept] = useState<{ upload: FolderUpload; userId: string | null } | null>(null)
  const upload = kept?.userId === userId ? kept.upload : null
  const keep = (next: FolderUpload) => setKept({ upload: next, userId })

  useEffect(() => () => upload?.close(), [upload])
  return <UploadContext value={{ upload, keep }}>{children}</UploadContext>
}

/** What is being uploaded, in a few words; null where nothing is. */
export function useUploadActivity(): string | null {
  const { upload } = useUploadSlot()
  return useSyncExternalStore(upload?.subscribe ?? nothing, upload?.getActivity ?? noActivity)
}
