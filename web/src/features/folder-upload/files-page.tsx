import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { shellCopy } from '@shortlist/ui/shell-copy'
import { Suspense } from 'react'
import { PageTitle } from '../../host/replies.tsx'

const UploadControl = lazyPart(async () => (await import('./upload-control.tsx')).UploadControl)

/** The folders of the account and the way to upload one, as in the menu. */
export function FilesPage() {
  return (
    <div className="mx-auto w-full max-w-180 px-4 pt-6 pb-10 max-[420px]:px-3 max-[420px]:pt-4">
      <PageTitle of={shellCopy.files} />
      <h2 className="text-title font-[650] tracking-[-0.02em]">{shellCopy.files}</h2>
      <p className="mb-5 text-text-2">{shellCopy.filesText}</p>
      <Suspense fallback={<PageLoading />}>
        <UploadControl />
      </Suspense>
    </div>
  )
}
