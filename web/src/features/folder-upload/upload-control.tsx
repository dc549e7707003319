import { useBusy } from '@shortlist/ui/busy.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { formatBytes } from '@shortlist/ui/format-bytes'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { cn } from '@shortlist/ui/primitives/class-names'
import { ErrorBox } from '@shortlist/ui/primitives/error-box.tsx'
import { inTime } from '@shortlist/ui/primitives/lazy-part'
import { useLostFocus } from '@shortlist/ui/primitives/use-lost-focus'
import { notify } from '@shortlist/ui/toasts/notify'
import { FolderUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { FolderList } from './folder-list.tsx'
import {
  type Choice,
  FolderUpload,
  isUploading,
  type SkippedGroup,
  type UploadState,
} from './folder-upload.ts'
import { type Found, foundInDrop, foundInInput } from './found-files.ts'
import { useUploadSlot } from './upload-provider.tsx'
import { UploadResult } from './upload-result.tsx'

/** The way to upload a folder and the folders that are there, or why this client takes none. */
export function UploadControl() {
  const { folderUploadRefusal } = useClient().abilities
  if (folderUploadRefusal !== null) return <RefusedUpload reason={folderUploadRefusal} />
  return (
    <>
      <UploadPanel />
      <FolderList />
    </>
  )
}

function RefusedUpload({ reason }: { readonly reason: string }) {
  const reasonId = useId()
  return (
    <div className="rounded-md border border-dashed border-border-strong p-3">
      <Button disabled aria-describedby={reasonId} className="w-full">
        <FolderUp aria-hidden="true" />
        {foldersCopy.label}
      </Button>
      <p id={reasonId} className="mt-2 text-center text-caption text-text-3">
        {reason}
      </p>
    </div>
  )
}

/** Chooses a folder, says what of it would be sent, sends it, and says what became of it. */
function UploadPanel() {
  const { upload, state } = useFolderUpload()
  const { isLoading } = useBusy()
  const place = useLostFocus(partsOf(state))
  const isBusy = isUploading(state)

  function choose(found: AsyncIterable<Found>): void {
    void upload.choose(async (signal, onSeen) => {
      const { chooseFiles } = await inTime(() => import('./choose-files.ts'))
      return chooseFiles(found, signal, onSeen)
    })
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <DropZone
        label={isBusy ? foldersCopy.busy : foldersCopy.label}
        isDisabled={isLoading || isBusy || state.phase === 'reading'}
        isNext={state.phase === 'idle' || state.phase === 'done'}
        onFound={choose}
      />
      <Status state={state} />
      {state.phase === 'reading' && (
        <div className="mt-2 flex items-center justify-between gap-3">
          <p className="text-meta text-text-3 tabular-nums">
            {state.seen > 0 && foldersCopy.seen(state.seen)}
          </p>
          <Button size="sm" data-next onClick={upload.cancel}>
            {foldersCopy.cancel}
          </Button>
        </div>
      )}
      {state.phase === 'chosen' && (
        <ChoiceSummary
          choice={state.choice}
          isDisabled={isLoading}
          onSend={() => void upload.send()}
          onCancel={upload.cancel}
        />
      )}
      {isBusy && <UploadProgress state={state} onCancel={upload.cancel} />}
      {state.phase === 'failed' && (
        <ErrorBox
          className="mt-2"
          action={
            state.choice && (
              <Button size="sm" data-next onClick={() => void upload.send()}>
                {foldersCopy.retry}
              </Button>
            )
          }
        >
          <p className="font-medium">{foldersCopy.error}</p>
          <p>{state.failure}</p>
        </ErrorBox>
      )}
      {state.phase === 'done' && (
        <UploadResult state={state} onSeen={upload.settle} onRemoved={upload.forgetMissing} />
      )}
    </div>
  )
}

/** What of the panel comes and goes: with its phase, and with the offer to remove files. */
function partsOf(state: UploadState): string {
  return state.phase === 'done' ? `done ${state.reply.missing.length}` : state.phase
}

/** What goes on, in the words of the specification, also for a screen reader. */
function Status({ state }: { readonly state: UploadState }) {
  const text = statusOf(state)
  return (
    <p
      role="status"
      className={cn(
        text === null ? 'sr-only' : 'mt-2 text-ui',
        state.phase === 'done' && state.reply.filesProcessed > 0 && 'font-medium text-green-text',
      )}
    >
      {text}
    </p>
  )
}

function statusOf(state: UploadState): string | null {
  if (state.phase === 'reading') return foldersCopy.reading
  if (isUploading(state)) return foldersCopy.processing
  if (state.phase === 'done' && state.isNew)
    return foldersCopy.processed(state.reply.filesProcessed)
  return null
}

interface ChoiceSummaryProps {
  readonly choice: Choice
  readonly isDisabled: boolean
  readonly onSend: () => void
  readonly onCancel: () => void
}

/** What would be sent and what not, before anything is. */
function ChoiceSummary({ choice, isDisabled, onSend, onCancel }: ChoiceSummaryProps) {
  const { folders, files, bytes, refusal } = choice
  const canSend = files.length > 0
  return (
    <div className="mt-3 rounded-md bg-surface-2 p-3">
      <p dir="auto" title={folders.join(', ')} className="truncate font-medium">
        {folders.join(', ')}
      </p>
      {canSend && (
        <p className="text-meta text-text-2 tabular-nums">
          {foldersCopy.chosen(files.length, formatBytes(bytes))}
        </p>
      )}
      {refusal !== null && <ErrorBox className="mt-2">{refusal}</ErrorBox>}
      {!canSend && refusal === null && (
        <p className="text-meta text-text-2">{foldersCopy.nothingChosen}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {canSend && (
          <Button variant="primary" size="sm" data-next disabled={isDisabled} onClick={onSend}>
            {foldersCopy.upload(files.length)}
          </Button>
        )}
        <Button size="sm" data-next={canSend ? undefined : true} onClick={onCancel}>
          {foldersCopy.cancel}
        </Button>
      </div>
      <Skipped groups={choice.skipped} />
    </div>
  )
}

function Skipped({ groups }: { readonly groups: Choice['skipped'] }) {
  if (groups.length === 0) return null
  const count = groups.reduce((sum, { files, folders }) => sum + files + folders, 0)
  return (
    <div className="mt-3 text-caption text-text-3">
      <p className="font-medium">{foldersCopy.skipped(count)}</p>
      <ul>
        {groups.map((group) => (
          <li key={group.reason} className="tabular-nums">
            <SkippedPaths group={group} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many were left out for a reason, and on demand which. */
function SkippedPaths({ group }: { readonly group: SkippedGroup }) {
  const { reason, files, folders, paths } = group
  const [isOpen, setOpen] = useState(false)
  const left = files + folders - paths.length
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="py-1">{foldersCopy.skippedGroup(reason, files, folders)}</summary>
      {isOpen && (
        <ul className="mb-1 pl-3 text-text-2">
          {paths.map((path, at) => (
            <li key={at} dir="auto" className="wrap-anywhere">
              {path}
            </li>
          ))}
          {left > 0 && <li>{foldersCopy.andMore(left)}</li>}
        </ul>
      )}
    </details>
  )
}

interface UploadProgressProps {
  readonly state: Extract<UploadState, { phase: 'sending' | 'processing' }>
  readonly onCancel: () => void
}

/** How far an upload is: bytes that are sent, and then files that are processed. */
function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const { phase, done, total } = state
  const isSending = phase === 'sending'
  // nobody knows of how many files before the daemon has told it
  const share = total > 0 ? done / total : isSending ? 0 : null
  const text = isSending
    ? foldersCopy.sent(formatBytes(done), formatBytes(total))
    : share !== null && foldersCopy.processedSoFar(done, total)
  return (
    <div className="mt-2">
      <div
        role="progressbar"
        aria-label={foldersCopy.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.floor(100 * share)}
        aria-valuetext={text || foldersCopy.processing}
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
        {isSending && (
          <Button size="sm" data-next aria-label={foldersCopy.cancelUpload} onClick={onCancel}>
            {foldersCopy.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The upload that is kept above, begun here where there is none, and how it is. */
function useFolderUpload(): { readonly upload: FolderUpload; readonly state: UploadState } {
  const client = useClient()
  const slot = useUploadSlot()
  const [fresh] = useState(() => new FolderUpload(client, notify))
  const upload = slot.upload ?? fresh
  const state = useSyncExternalStore(upload.subscribe, upload.getState)

  useEffect(() => {
    if (slot.upload !== upload) slot.keep(upload)
  }, [slot, upload])

  useEffect(() => upload.watch(), [upload])
  return { upload, state }
}

interface DropZoneProps {
  readonly label: string
  readonly isDisabled: boolean
  /** The button is what the focus goes to where it is lost. */
  readonly isNext: boolean
  readonly onFound: (found: AsyncIterable<Found>) => void
}

/** React has no name for it, and it is no standard, but every desktop browser knows it. */
const folders = { webkitdirectory: '' }

/** Takes a folder that is dropped, or chosen by the button. */
function DropZone({ label, isDisabled, isNext, onFound }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isOver, dragging } = useDragOver()

  function drop(event: DragEvent): void {
    event.preventDefault()
    if (!isDisabled) onFound(foundInDrop(event.dataTransfer))
  }

  function open(): void {
    if (!input.current) return
    // so that the same folder can be chosen again
    input.current.value = ''
    input.current.click()
  }

  return (
    <fieldset
      {...dragging}
      onDrop={drop}
      aria-label={foldersCopy.zone}
      className={cn(
        'min-w-0 rounded-md border border-dashed border-border-strong',
        isOver && !isDisabled && 'border-accent bg-accent-soft',
      )}
    >
      <div className="flex min-h-18 items-center justify-center gap-3 p-3">
        {!isDisabled && (
          <p className="min-w-0 text-meta text-text-3">
            {isOver ? foldersCopy.dropNow : foldersCopy.drop}
          </p>
        )}
        <input
          {...folders}
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={foldersCopy.choose}
          onChange={({ currentTarget: { files } }) => {
            if (files && files.length > 0) onFound(foundInInput(files))
          }}
        />
        <Button disabled={isDisabled} data-next={isNext || undefined} onClick={open}>
          <FolderUp aria-hidden="true" />
          {label}
        </Button>
      </div>
    </fieldset>
  )
}

/**
 * Whether files are being dragged over an element, which takes `dragging`. While it is shown, what
 * misses it is not opened by the browser in place of the app.
 */
function useDragOver() {
  const [depth, setDepth] = useState(0)

  useEffect(() => {
    const away = new AbortController()
    const { signal } = away
    const refuse = (event: globalThis.DragEvent) => {
      if (!hasFiles(event.dataTransfer) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse, { signal })
    window.addEventListener('drop', refuse, { signal })
    window.addEventListener('drop', () => setDepth(0), { signal })
    return () => away.abort()
  }, [])

  return {
    isOver: depth > 0,
    dragging: {
      // each child is entered and left as well
      onDragEnter: ({ dataTransfer }: DragEvent) =>
        hasFiles(dataTransfer) && setDepth((n) => n + 1),
      onDragLeave: ({ dataTransfer }: DragEvent) =>
        hasFiles(dataTransfer) && setDepth((n) => Math.max(0, n - 1)),
      onDragOver: (event: DragEvent) => event.preventDefault(),
    },
  }
}

function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}
