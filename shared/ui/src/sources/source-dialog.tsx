import { CallFailed } from '@shortlist/client/assistant-client'
import type { Source } from '@shortlist/contracts/chat'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useClient } from '../client-provider.tsx'
import { describeFailure } from '../describe-failure.ts'
import { Button } from '../primitives/button.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { Spinner } from '../primitives/spinner.tsx'
import { useReturnFocus } from '../primitives/use-return-focus.ts'
import { SourceLines } from './source-lines.tsx'
import { sourcesCopy } from './sources-copy.ts'

interface SourceDialogProps {
  readonly source: Source
  readonly onClose: () => void
}

/** Shows the lines of a source among those around them. Open as long as it is mounted. */
export function SourceDialog({ source, onClose }: SourceDialogProps) {
  const returnFocus = useReturnFocus()

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          className="rise fixed inset-x-4 z-50 mx-auto flex max-w-[792px] flex-col rounded-lg border border-border bg-surface shadow-pop"
          style={{ top: 'max(16px, 6dvh)', maxHeight: 'calc(100dvh - 2 * max(16px, 6dvh))' }}
        >
          <div className="flex shrink-0 items-start justify-between gap-3 border-b border-border py-3 pr-2 pl-5">
            <div className="min-w-0">
              <Dialog.Title className="text-card font-semibold wrap-anywhere">
                <bdi>{source.path}</bdi>
              </Dialog.Title>
              <Dialog.Description className="text-meta text-text-2 wrap-anywhere">
                {sourcesCopy.place(source)}
              </Dialog.Description>
            </div>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label={sourcesCopy.close}>
                <X aria-hidden="true" />
              </Button>
            </Dialog.Close>
          </div>
          <Lines source={source} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Lines({ source }: { readonly source: Source }) {
  const { folders } = useClient()
  const { fileId, firstLine, lastLine } = source
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['source', fileId, firstLine, lastLine],
    queryFn: () => folders.open(source),
    // a file that is removed is not to be seen any more
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

  if (data) return <SourceLines view={data} />
  if (isFetching || !error) {
    return (
      <p role="status" className="flex items-center gap-3 p-6 text-ui text-text-2">
        <Spinner />
        {sourcesCopy.opening}
      </p>
    )
  }
  const isGone = error instanceof CallFailed && error.status === 404 && error.reason === 'refused'
  const again = (
    <Button size="sm" onClick={() => void refetch()}>
      {sourcesCopy.tryAgain}
    </Button>
  )
  return (
    <div className="p-4">
      <ErrorBox action={isGone ? undefined : again}>
        {isGone ? sourcesCopy.changed : describeFailure(error, sourcesCopy.failed)}
      </ErrorBox>
    </div>
  )
}
