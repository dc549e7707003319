import type { IndexedFile, UploadedFile } from '@shortlist/contracts/retrieval'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { DisclosureButton } from '@shortlist/ui/primitives/disclosure-button.tsx'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { useAction } from '@shortlist/ui/primitives/use-action'
import { useEffect, useId, useState } from 'react'
import type { UploadState } from './folder-upload.ts'

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

  useEffect(() => {
    if (!isNew) return
    const ageing = setTimeout(onSeen, NEW_FOR)
    return () => clearTimeout(ageing)
  }, [isNew, onSeen])

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
  const groups = Map.groupBy(files, ({ reason = '' }) => reason)
  return new Map([...groups].map(([reason, each]) => [reason, each.map(({ path }) => path)]))
}

interface MissingFilesProps {
  readonly files: readonly IndexedFile[]
  readonly onRemoved: () => void
}

/** Offers to remove what the index has of a folder and the folder no longer has. */
function MissingFiles({ files, onRemoved }: MissingFilesProps) {
  const { folders } = useClient()
  // files that were sent without a folder are a part of nothing that could be compared
  const missing = files.filter(({ path }) => path.includes('/'))
  const removal = useAction(async () => {
    await folders.deleteFiles(missing.map(({ id }) => id))
    onRemoved()
  }, foldersCopy.removeFailed)

  if (missing.length === 0) return null
  return (
    <div className="mt-2">
      <FileDisclosure
        label={foldersCopy.missing(missing.length)}
        groups={new Map([['', missing.map(({ path }) => path)]])}
      />
      <div className="mt-1">
        <Button size="sm" disabled={removal.isRunning} onClick={() => void removal.run()}>
          {removal.isRunning ? foldersCopy.removing : foldersCopy.removeMissing(missing.length)}
        </Button>
      </div>
      {removal.error !== null && <ErrorBox className="mt-2">{removal.error}</ErrorBox>}
    </div>
  )
}

/** How many files are listed at first, and with each further request. */
const AT_ONCE = 200

interface FileDisclosureProps {
  readonly label: string
  /** Paths by the sentence that stands above them, which may be empty. */
  readonly groups: ReadonlyMap<string, readonly string[]>
}

/** Shows and hides the paths of files; of thousands only as many as are asked for. */
function FileDisclosure({ label, groups }: FileDisclosureProps) {
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DisclosureButton label={label} panelId={panelId} isOpen={isOpen} onToggle={setOpen} />
      {isOpen && (
        <section
          id={panelId}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
          tabIndex={0}
          className="max-h-[258px] overflow-y-auto rounded-md bg-surface-2 p-3 text-caption"
        >
          <FileGroups groups={groups} />
        </section>
      )}
    </>
  )
}

function FileGroups({ groups }: Pick<FileDisclosureProps, 'groups'>) {
  const [shown, setShown] = useState(AT_ONCE)
  const parts: { reason: string; total: number; paths: readonly string[] }[] = []
  let left = shown
  for (const [reason, paths] of groups) {
    if (left > 0) parts.push({ reason, total: paths.length, paths: paths.slice(0, left) })
    left -= paths.length
  }
  return (
    <>
      {parts.map(({ reason, total, paths }) => (
        <div key={reason} className="mt-2 first:mt-0">
          {reason !== '' && <p className="font-medium">{foldersCopy.reasonGroup(reason, total)}</p>}
          <ul className="text-text-2">
            {paths.map((path) => (
              <li key={path} dir="auto" className="wrap-anywhere">
                {path}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {left < 0 && (
        <Button size="sm" className="mt-2" onClick={() => setShown(shown + AT_ONCE)}>
          {foldersCopy.showMore(-left)}
        </Button>
      )}
    </>
  )
}
