import { CallFailed } from '@shortlist/client/call-failed'
import type { SourceView } from '@shortlist/contracts/retrieval'
import type { Source } from '@shortlist/contracts/source'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useClient } from '../client-provider.tsx'
import { describeFailure } from '../describe-failure.ts'
import { Button } from '../primitives/button.tsx'
import { Dialog } from '../primitives/dialog.tsx'
import { ErrorBox } from '../primitives/error-box.tsx'
import { Spinner } from '../primitives/loading.tsx'
import { useCopy } from '../primitives/use-copy.ts'
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

/** How far below the edge the source begins, in pixels. */
const LEAD = 64

/**
 * The lines of a source, marked by a bar, among the dimmed ones around them, with their numbers. A
 * line that is too long goes on below itself: a paragraph is often one line.
 */
function SourceLines({ view }: { readonly view: SourceView }) {
  const { source, from, lines, totalLines } = view
  const region = useRef<HTMLElement>(null)
  const cited = useRef<HTMLOListElement>(null)
  const begin = Math.max(0, source.firstLine - from)
  const end = Math.max(begin, source.lastLine - from + 1)
  const digits = `${from + lines.length}`.length
  const stretch = (first: number, end?: number) =>
    lines.slice(first, end).map((text, at) => (
      <li key={at} className="flex gap-3 px-3">
        <pre className="select-none">{`${from + first + at}`.padStart(digits)}</pre>
        <pre className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </li>
    ))

  useLayoutEffect(() => {
    if (region.current && cited.current) {
      region.current.scrollTop = cited.current.offsetTop - LEAD
    }
  }, [])

  return (
    <>
      <section
        ref={region}
        aria-label={sourcesCopy.region}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard
        tabIndex={0}
        className="relative min-h-0 overflow-y-auto overscroll-contain py-2 text-meta"
      >
        <Around label={sourcesCopy.before}>{stretch(0, begin)}</Around>
        <ol
          ref={cited}
          aria-label={sourcesCopy.cited(source)}
          className="border-l-4 border-current bg-accent-soft py-0.5 text-text"
        >
          {stretch(begin, end)}
        </ol>
        <Around label={sourcesCopy.after}>{stretch(end)}</Around>
      </section>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-t border-border px-4 py-2">
        <p className="text-caption text-text-3">
          {sourcesCopy.shown(from, from + lines.length - 1, totalLines)}
        </p>
        <CopyLines text={lines.slice(begin, end).join('\n')} />
      </div>
    </>
  )
}

interface AroundProps {
  readonly label: string
  readonly children: readonly ReactNode[]
}

function Around({ label, children }: AroundProps) {
  if (children.length === 0) return null
  return (
    <ol aria-label={label} className="border-l-4 border-transparent text-text-3">
      {children}
    </ol>
  )
}

/** Copies the lines of a source. */
function CopyLines({ text }: { readonly text: string }) {
  const [isRefused, setIsRefused] = useState(false)
  const [isCopied, copyText] = useCopy(() => setIsRefused(true))

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span role="status" className="text-caption text-text-2">
        {isCopied && sourcesCopy.copied}
        {isRefused && !isCopied && sourcesCopy.copyFailed}
      </span>
      <Button
        size="sm"
        onClick={() => {
          setIsRefused(false)
          void copyText(text)
        }}
      >
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {sourcesCopy.copy}
      </Button>
    </div>
  )
}
