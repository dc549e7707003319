import type { Source } from '@shortlist/contracts/source'
import { FileText } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { lazyOr } from '../primitives/lazy-part.ts'
import { sourcesCopy } from './sources-copy.ts'

const SourceDialog = lazyOr(
  () => import('./source-dialog.tsx').then((module) => module.SourceDialog),
  DialogNotLoaded,
)

/** More sources than this wait behind a button. */
const SHOWN = 6

interface SourcesProps {
  /** Best first. */
  readonly sources: readonly Source[]
}

/** The places in the user's files that a reply is from; each one opens its lines. */
export function Sources({ sources }: SourcesProps) {
  const [isAllShown, setIsAllShown] = useState(false)
  const [opened, setOpened] = useState<Source>()
  const headingId = useId()
  const listId = useId()
  const shown = isAllShown ? sources : sources.slice(0, SHOWN)
  const hidden = sources.length - SHOWN
  if (sources.length === 0) return null

  return (
    <div className="mt-3 flex flex-col gap-1.5">
      <p id={headingId} className="text-meta font-medium text-text-2">
        {sourcesCopy.heading}
      </p>
      <ul id={listId} aria-labelledby={headingId} className="flex flex-wrap gap-2">
        {shown.map((source, at) => (
          <li key={at} className="max-w-full">
            <SourceChip source={source} onOpen={() => setOpened(source)} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isAllShown}
          aria-controls={listId}
          onClick={() => setIsAllShown(!isAllShown)}
          className="w-fit"
        >
          {isAllShown ? sourcesCopy.fewer : sourcesCopy.more(hidden)}
        </Button>
      )}
      {opened && (
        <Suspense>
          <SourceDialog source={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** Longest path of a chip, in characters: what a window of 320 px holds. */
const PATH_CHARACTERS = 30

/** A source in two lines: the path, and where in the file. */
function SourceChip({ source, onOpen }: { readonly source: Source; readonly onOpen: () => void }) {
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

/** Stands in place of the dialog where that could not be loaded. */
export function DialogNotLoaded({ onClose }: { readonly onClose: () => void }) {
  return (
    <ErrorBox
      action={
        <Button size="sm" onClick={onClose}>
          {sourcesCopy.close}
        </Button>
      }
    >
      {copy.shell.notLoaded}
    </ErrorBox>
  )
}

const CUT = '…'

/**
 * A path of at most `max` characters: the root and the end stay, what is between is left out, and of
 * a name that is too long by itself its middle.
 */
export function shortenPath(path: string, max: number): string {
  if (lengthOf(path) <= max) return path
  const [root = '', ...rest] = path.split('/')
  const name = rest.pop()
  if (name === undefined) return cutMiddle(root, max)
  const beginning = `${root}/${CUT}/`
  if (lengthOf(beginning + name) > max) {
    return lengthOf(`${CUT}/${name}`) <= max ? `${CUT}/${name}` : cutMiddle(name, max)
  }
  let end = name
  for (const folder of rest.reverse()) {
    if (lengthOf(`${beginning}${folder}/${end}`) > max) break
    end = `${folder}/${end}`
  }
  return beginning + end
}

function cutMiddle(name: string, max: number): string {
  const characters = [...name]
  const kept = max - 1
  const atEnd = Math.floor(kept / 2)
  return [...characters.slice(0, kept - atEnd), CUT, ...characters.slice(-atEnd)].join('')
}

/** In whole characters, none of which is cut in two. */
function lengthOf(text: string): number {
  return [...text].length
}
