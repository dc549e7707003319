import type { Email } from '@shortlist/contracts/mail'
import { useMemo } from 'react'
import { isSyncing, type SyncState } from './mail-sync.ts'
import { priorityLooks } from './priorities.ts'

/** With more mails the cells would say less than the bar. */
const maxCells = 240

interface SyncMosaicProps {
  readonly sync: SyncState
  readonly emails: readonly Email[]
}

/**
 * One cell for each email of a sync: to come, under analysis, or in the colour of its priority. The
 * cells of a sync that has come to its end stay.
 */
export function SyncMosaic({ sync, emails }: SyncMosaicProps) {
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
function unheardLines({ analyzed, done }: SyncState, emails: readonly Email[]) {
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
