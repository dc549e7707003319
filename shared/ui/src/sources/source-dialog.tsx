import { CallFailed } from '@shortlist/client/call-failed'
import type { Source } from '@shortlist/contracts/source'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../client-provider.tsx'
import { describeFailure } from '../describe-failure.ts'
import { Button } from '../primitives/button.tsx'
import { Dialog } from '../primitives/dialog.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { Spinner } from '../primitives/loading.tsx'
import { SourceLines } from './source-lines.tsx'
import { sourcesCopy } from './sources-copy.ts'

interface SourceDialogProps {
  readonly source: Source
  readonly onClose: () => void
}

/** Shows the lines of a source among those around them. Open as long as it is mounted. */
export function SourceDialog({ source, onClose }: SourceDialogProps) {
  return (
    <Dialog
      title={<bdi>{source.path}</bdi>}
      description={sourcesCopy.place(source)}
      closeLabel={sourcesCopy.close}
      onClose={onClose}
    >
      <Lines source={source} />
    </Dialog>
  )
}

function Lines({ source }: { readonly source: Source }) {
  const { folders } = useClient()
  const { fileId, firstLine, lastLine } = source
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['source', fileId, firstLine, lastLine],
    queryFn: ({ signal }) => folders.open(source, signal),
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
