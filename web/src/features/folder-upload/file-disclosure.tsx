import { DisclosureButton } from '@shortlist/ui/email/disclosure-button.tsx'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { useId, useState } from 'react'

/** How many files are listed at first, and with each further request. */
const AT_ONCE = 200

interface FileDisclosureProps {
  readonly label: string
  /** Paths by the sentence that stands above them, which may be empty. */
  readonly groups: ReadonlyMap<string, readonly string[]>
}

/** Shows and hides the paths of files; of thousands only as many as are asked for. */
export function FileDisclosure({ label, groups }: FileDisclosureProps) {
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
