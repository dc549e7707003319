import type { Source } from '@shortlist/contracts/chat'
import { FileText } from 'lucide-react'
import { Button } from '../primitives/button.tsx'
import { shortenPath } from './shorten-path.ts'
import { sourcesCopy } from './sources-copy.ts'

/** Longest path of a chip, in characters: what a window of 320 px holds. */
const PATH_CHARACTERS = 30

interface SourceChipProps {
  readonly source: Source
  readonly onOpen: () => void
}

/** A source in two lines: the path, and where in the file. */
export function SourceChip({ source, onOpen }: SourceChipProps) {
  const full = sourcesCopy.full(source)
  return (
    <Button
      size={null}
      title={full}
      aria-label={full}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        // not every browser focuses what is clicked, and the focus is to come back here
        currentTarget.focus()
        onOpen()
      }}
      className="max-w-full justify-start rounded-sm px-2.5 py-1 text-left text-meta"
    >
      <FileText aria-hidden="true" />
      <span className="min-w-0">
        <bdi className="block truncate">{shortenPath(source.path, PATH_CHARACTERS)}</bdi>
        <span className="block truncate text-caption text-text-3">{sourcesCopy.place(source)}</span>
      </span>
    </Button>
  )
}
