import { PROGRESS_SUBJECT_CHARACTERS } from '@shortlist/contracts/limits'
import type { Email } from '@shortlist/contracts/mail'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../../primitives/button.tsx'
import { relativeTime } from '../../time/relative-time.ts'
import { formatRunningTime, useElapsed } from '../../time/use-elapsed.ts'
import { mailCopy } from '../mail-copy.ts'
import { priorityLooks } from '../mail-looks.tsx'
import { formatDate } from '../mail-times.tsx'
import { isSyncing, type SyncOutcome, type SyncState } from './mail-sync.ts'

interface SyncCardProps {
  readonly sync: SyncState
  /** When a sync last ended, ISO 8601; null before the first one. */
  readonly lastSync: string | null
  /** Those that are known. */
  readonly emails: readonly SyncedEmail[]
  readonly onSync: () => void
  readonly onCancel: () => void
  /** Stands beside its buttons. */
  readonly children?: ReactNode
}

type SyncedEmail = Pick<Email, 'id' | 'subject' | 'analyzed' | 'priority'>

/** Starts a sync, shows how far it is, cancels it, and says how it has ended. */
export function SyncCard(props: SyncCardProps) {
  const { sync, lastSync, emails, onSync, onCancel, children } = props
  const title = useId()
  const { card, button, noteAsked } = useSyncFocus(sync)
  const isRunning = isSyncing(sync)
  const outcome = useFresh(sync.outcome)

  /** What is asked for takes the button away that has the focus. */
  const asking = (ask: () => void) => () => {
    noteAsked()
    ask()
  }

  return (
    <section
      ref={card}
      aria-labelledby={title}
      tabIndex={-1}
      data-running={isRunning || undefined}
      className="sync-card min-w-0"
    >
      <div className="sync-line">
        <div className="sync-title">
          <h2 id={title} className="text-ui font-semibold">
            {mailCopy.syncTitle}
          </h2>
          {lastSync && <LastSync at={lastSync} />}
        </div>
        <div className="sync-buttons">
          {children}
          {isRunning && (
            <Button size="sm" disabled={sync.phase === 'cancelling'} onClick={asking(onCancel)}>
              {sync.phase === 'cancelling' ? mailCopy.cancelling : mailCopy.cancelSync}
            </Button>
          )}
          <Button ref={button} size="sm" disabled={isRunning} data-key="s" onClick={asking(onSync)}>
            <RefreshCw
              aria-hidden="true"
              className={isRunning ? 'animate-spin motion-reduce:animate-none' : undefined}
            />
            <span className="sync-label">{isRunning ? mailCopy.syncing : mailCopy.sync}</span>
          </Button>
        </div>
      </div>
      {isRunning && <SyncProgressBlock sync={sync} />}
      {(isRunning || outcome) && <SyncMosaic sync={sync} emails={emails} />}
      {isRunning && sync.current && <Subject text={sync.current.subject} />}
      <SyncOutcomeLine sync={sync} outcome={outcome} />
    </section>
  )
}

function LastSync({ at }: { readonly at: string }) {
  return (
    <p className="text-meta text-text-3">
      {`${mailCopy.lastSync}: `}
      <time dateTime={at} title={relativeTime(new Date(at), new Date())}>
        {formatDate(at)}
      </time>
    </p>
  )
}

/** One line, however long it is: the list below would move with each mail. */
function Subject({ text }: { readonly text: string }) {
  return (
    <p dir="auto" className="mt-2 truncate text-meta text-text-3">
      {mailCopy.analyzing(text.slice(0, PROGRESS_SUBJECT_CHARACTERS).toWellFormed())}
    </p>
  )
}

interface SyncFocus {
  readonly card: RefObject<HTMLElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  /** The user has pressed a button of the card. */
  readonly noteAsked: () => void
}

/**
 * Keeps the focus of the user in the sync card: its buttons go, or are disabled, by what they do. On
 * the card itself a second Enter does nothing, and the next Tab leads to "Cancel sync".
 */
function useSyncFocus(sync: SyncState): SyncFocus {
  const card = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)
  const isRunning = isSyncing(sync)
  const isCancelled = !isRunning && sync.outcome?.kind === 'cancelled'

  useEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement === button.current
    if (isLost && isAsked.current) {
      const place = isRunning ? card : button
      place.current?.focus({ preventScroll: true })
    }
    if (!isRunning) isAsked.current = false
  }, [isRunning])

  useEffect(() => {
    if (isCancelled && document.activeElement === document.body) button.current?.focus()
  }, [isCancelled])

  return {
    card,
    button,
    noteAsked() {
      isAsked.current = true
    },
  }
}

/** Until then a sync is said to be starting, in milliseconds. */
const STARTING_FOR = 1000

/** How many emails are analysed, as words and as a bar, and for how long it has been running. */
function SyncProgressBlock({ sync }: { readonly sync: SyncState }) {
  const { analyzed, total, startedAt } = sync
  const isCounting = total > 0
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="font-semibold">
          {mailCopy.analyzingEmails}{' '}
          <span className="text-meta font-normal text-text-3 tabular-nums">
            {isCounting ? mailCopy.progress(analyzed, total) : mailCopy.preparing}
          </span>
        </p>
        <p className="text-meta text-text-3 tabular-nums">
          {startedAt === null ? mailCopy.starting : <RunningTime startedAt={startedAt} />}
        </p>
      </div>
      <div
        role="progressbar"
        aria-label={mailCopy.analyzingEmails}
        aria-valuemin={0}
        aria-valuemax={isCounting ? total : undefined}
        aria-valuenow={isCounting ? analyzed : undefined}
        aria-valuetext={isCounting ? mailCopy.progressValue(analyzed, total) : mailCopy.preparing}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-meter-track forced-colors:border"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-(--t-slow) forced-color-adjust-none"
          style={{ width: isCounting ? `${(100 * Math.min(analyzed, total)) / total}%` : 0 }}
        />
      </div>
    </div>
  )
}

function RunningTime({ startedAt }: { readonly startedAt: number }) {
  const elapsed = useElapsed(startedAt)
  return elapsed < STARTING_FOR
    ? mailCopy.starting
    : mailCopy.runningFor(formatRunningTime(elapsed))
}

/** With more mails the cells would say less than the bar. */
const maxCells = 240

interface SyncMosaicProps {
  readonly sync: SyncState
  readonly emails: readonly SyncedEmail[]
}

/**
 * One cell for each email of a sync: to come, under analysis, or in the colour of its priority. The
 * cells of a sync that has come to its end stay as long as its end is told.
 */
function SyncMosaic({ sync, emails }: SyncMosaicProps) {
  const { current, done } = sync
  const total = countCells(sync)
  const hasCells = total > 0 && total <= maxCells
  const subjects = useMemo(
    () => new Map(hasCells ? emails.map(({ id, subject }) => [id, subject]) : []),
    [emails, hasCells],
  )

  if (!hasCells) return null
  const unheard = unheardLines(sync, emails)
  const begun = unheard.length + done.length + (current ? 1 : 0)
  return (
    <div aria-hidden="true" className="mt-3 flex flex-wrap gap-1">
      {unheard.map(({ key, line }) => (
        <i key={key} className="email-cell" style={{ background: line }} />
      ))}
      {done.map(({ emailId, priority }) => (
        <i
          key={emailId}
          title={subjects.get(emailId)}
          className="email-cell"
          style={{ background: priorityLooks[priority].line }}
        />
      ))}
      {current && (
        <i
          title={current.subject}
          className="email-cell outline-2"
          style={{ background: 'var(--accent)', outlineColor: 'var(--accent-soft)' }}
        />
      )}
      {Array.from({ length: Math.max(0, total - begun) }, (_, at) => `idle ${at}`).map((key) => (
        <i key={key} className="email-cell" />
      ))}
    </div>
  )
}

function countCells(sync: SyncState): number {
  if (isSyncing(sync)) return sync.total
  return sync.outcome?.kind === 'done' ? sync.done.length : 0
}

/**
 * Mails of this sync that were analysed before the screen listened. Their colours are known where
 * nothing was analysed before the sync; otherwise nobody knows which ones they are.
 */
function unheardLines({ analyzed, done }: SyncState, emails: readonly SyncedEmail[]) {
  const count = Math.max(0, analyzed - done.length)
  if (count === 0) return []
  const heard = new Set(done.map(({ emailId }) => emailId))
  const before = emails.filter((email) => email.analyzed && !heard.has(email.id))
  return Array.from({ length: count }, (_, at) => {
    const priority = before.length === count ? before[at]?.priority : null
    const line = priority ? priorityLooks[priority].line : 'var(--border-strong)'
    return { key: `unheard ${at}`, line }
  })
}

/** How long a screen says how a sync has ended, in milliseconds. */
const SHOWN_FOR = 6000

interface SyncOutcomeLineProps {
  readonly sync: SyncState
  /** As long as it is news. */
  readonly outcome: SyncOutcome | null
}

/** Says for a while how a sync has ended, also to a screen reader. */
function SyncOutcomeLine({ sync, outcome }: SyncOutcomeLineProps) {
  return (
    <p role="status" className={outcome ? 'mt-3 text-ui' : 'sr-only'}>
      {outcome && describe(outcome, sync)}
    </p>
  )
}

function describe(outcome: SyncOutcome, { done }: SyncState): string {
  if (outcome.kind === 'cancelled') return mailCopy.cancelled(outcome.analyzed, outcome.total)
  const high = done.filter(({ priority }) => priority === 'high').length
  const { analyzed, eventsCreated, failed, missed } = outcome
  const line = mailCopy.done(analyzed, high, eventsCreated)
  const told = failed > 0 ? `${line} - ${mailCopy.failedCount(failed)}` : line
  return missed ? `${told}. ${mailCopy.missedCount(missed)}` : told
}

/** The outcome as long as it is news. */
function useFresh(outcome: SyncOutcome | null): SyncOutcome | null {
  const [stale, setStale] = useState<SyncOutcome | null>(null)

  useEffect(() => {
    if (!outcome) return
    const left = outcome.at + SHOWN_FOR - Date.now()
    const ageing = setTimeout(() => setStale(outcome), Math.max(0, left))
    return () => clearTimeout(ageing)
  }, [outcome])

  return outcome === stale ? null : outcome
}
