import type { UploadedFile } from '@shortlist/contracts/retrieval'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { useEffect, useEffectEvent } from 'react'
import { FileDisclosure } from './file-disclosure.tsx'
import { MissingFiles } from './missing-files.tsx'
import type { UploadState } from './upload-state.ts'

/** How long a success is said to be new, in milliseconds. */
const NEW_FOR = 6000

/** What needs a look comes first. */
const outcomes = ['failed', 'skipped', 'indexed', 'unchanged'] as const

interface UploadResultProps {
  readonly state: Extract<UploadState, { phase: 'done' }>
  /** The success is no news any more. */
  readonly onSeen: () => void
  /** The files that were no longer in the folder are removed. */
  readonly onRemoved: () => void
}

/** What became of each file, on demand, and what the folder no longer has. */
export function UploadResult({ state, onSeen, onRemoved }: UploadResultProps) {
  const { reply, isNew } = state
  const see = useEffectEvent(onSeen)

  useEffect(() => {
    if (!isNew) return
    const ageing = setTimeout(see, NEW_FOR)
    return () => clearTimeout(ageing)
  }, [isNew])

  return (
    <div className="mt-1">
      {outcomes.map((outcome) => {
        const files = reply.files.filter(({ status }) => status === outcome)
        if (files.length === 0) return null
        const label = foldersCopy.outcome(foldersCopy.outcomes[outcome], files.length)
        return (
          <div key={outcome}>
            <FileDisclosure label={label} groups={byReason(files)} />
          </div>
        )
      })}
      <MissingFiles files={reply.missing} onRemoved={onRemoved} />
    </div>
  )
}

/** Paths by the sentence that says why nothing of them was indexed; '' where all is well. */
function byReason(files: readonly UploadedFile[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const { reason = '', path } of files) {
    const group = groups.get(reason)
    if (group) group.push(path)
    else groups.set(reason, [path])
  }
  return groups
}
