import { foldersCopy } from '@shortlist/ui/folders-copy'
import { formatBytes } from '@shortlist/ui/format-bytes'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import type { UploadState } from './upload-state.ts'

interface UploadProgressProps {
  readonly state: Extract<UploadState, { phase: 'sending' | 'processing' }>
  readonly onCancel: () => void
}

/** How far an upload is: bytes that are sent, and then files that are processed. */
export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const { share, text } = describe(state)
  return (
    <div className="mt-2">
      <div
        role="progressbar"
        aria-label={foldersCopy.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.floor(100 * share)}
        aria-valuetext={text ?? foldersCopy.processing}
        className="h-1.5 overflow-hidden rounded-full bg-meter-track forced-colors:border"
      >
        {share === null ? (
          <div className="skeleton h-full" />
        ) : (
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-(--t-slow) forced-color-adjust-none"
            style={{ width: `${100 * share}%` }}
          />
        )}
      </div>
      <div className="mt-2 flex items-center justify-between gap-3">
        <p className="text-meta text-text-3 tabular-nums">{text}</p>
        {state.phase === 'sending' && (
          <Button size="sm" data-next aria-label={foldersCopy.cancelUpload} onClick={onCancel}>
            {foldersCopy.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}

/** `share` is from 0 to 1; null while nobody knows it. */
function describe(state: UploadProgressProps['state']): {
  readonly share: number | null
  readonly text: string | null
} {
  const { total } = state
  if (state.phase === 'sending') {
    const text = foldersCopy.sent(formatBytes(state.sent), formatBytes(total))
    return { share: total > 0 ? state.sent / total : 0, text }
  }
  if (total === 0) return { share: null, text: null }
  return { share: state.done / total, text: foldersCopy.processedSoFar(state.done, total) }
}
