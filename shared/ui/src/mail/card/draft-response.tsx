import { DRAFT_MAX_CHARACTERS } from '@shortlist/contracts/limits'
import { useId } from 'react'
import { Badge } from '../../primitives/badge.tsx'
import { CopyAction } from '../../primitives/copy-button.tsx'
import { DisclosureButton } from '../../primitives/disclosure-button.tsx'
import { mailCopy } from '../mail-copy.ts'

interface DraftResponseProps {
  readonly text: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly onChange: (text: string) => void
}

/** Words in brackets, where only the user can say something. */
const gap = /\[[^\]\n]+\]/

/** The proposed reply, to be read, changed and copied. */
export function DraftResponse({ text, isOpen, onToggle, onChange }: DraftResponseProps) {
  const panel = useId()
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-2">
        <DisclosureButton
          label={mailCopy.draft}
          panelId={panel}
          isOpen={isOpen}
          onToggle={onToggle}
          hotkey="o"
        />
        {gap.test(text) && <Badge tone="warn">{mailCopy.gaps}</Badge>}
      </div>
      {isOpen && (
        <div id={panel}>
          <textarea
            dir="auto"
            aria-label={mailCopy.draftLabel}
            maxLength={DRAFT_MAX_CHARACTERS}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            className="mt-1 field-sizing-content w-full rounded-md border border-border-strong bg-surface px-3 py-2 text-ui"
          />
          <CopyAction
            label={mailCopy.copyDraft}
            onCopy={async () => navigator.clipboard.writeText(text)}
          />
        </div>
      )}
    </div>
  )
}
