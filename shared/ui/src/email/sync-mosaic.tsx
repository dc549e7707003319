import type { Email } from '@shortlist/contracts/mail'
import { useMemo } from 'react'
import { priorityLooks } from './priorities.ts'
import type { SyncState } from './sync-state.ts'

/** With more mails the cells would say less than the bar. */
const maxCells = 240

interface SyncMosaicProps {
  readonly sync: SyncState
  readonly emails: readonly Email[]
}

/** One cell for each email of a sync: to come, under analysis, or in the colour of its priority. */
export function SyncMosaic({ sync, emails }: SyncMosaicProps) {
  const { current, done, analyzed, total } = sync
  const subjects = useMemo(
    () => new Map(total <= maxCells ? emails.map(({ id, subject }) => [id, subject]) : []),
    [emails, total],
  )

  if (total === 0 || total > maxCells) return null
  // those that were analysed before this screen listened
  const unheard = Math.max(0, analyzed - done.length)
  const begun = unheard + done.length + (current ? 1 : 0)
  const keyed = (name: string, count: number) =>
    Array.from({ length: Math.max(0, count) }, (_, at) => `${name} ${at}`)
  return (
    <div aria-hidden="true" className="mt-3 flex flex-wrap gap-1">
      {keyed('unheard', unheard).map((key) => (
        <i key={key} className="email-cell" style={{ background: 'var(--border-strong)' }} />
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
      {keyed('idle', total - begun).map((key) => (
        <i key={key} className="email-cell" />
      ))}
    </div>
  )
}
