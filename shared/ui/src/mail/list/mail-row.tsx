import type { MailRow as Row } from '@shortlist/contracts/mail-rows'
import { AlarmClock, Check } from 'lucide-react'
import { Fragment, type MouseEvent, memo } from 'react'
import { mailCopy } from '../mail-copy.ts'
import { CategoryIcon, categoryLooks, priorityLooks } from '../mail-looks.tsx'
import { formatRecent, formatSoon } from '../mail-times.tsx'

/** A mail and its place in the list as it was when it was last known. */
export interface Place {
  readonly id: string
  readonly index: number
}

interface MailRowProps {
  readonly row: Row
  /** Its place among all of the list, from 0. */
  readonly index: number
  readonly total: number
  /** What was searched for; its words are marked. */
  readonly words: string
  readonly isOpen: boolean
  /** Whether Tab leads to it. */
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly isAnalyzing: boolean
  readonly onPress: (place: Place, event: MouseEvent) => void
}

/** A mail in two lines of a list: who wrote, when, what about, and what it asks for. */
export const MailRow = memo(function MailRow(props: MailRowProps) {
  const { row, index, total, words, isOpen, isCurrent, isSelected, isAnalyzing, onPress } = props
  const { from, subject, line, priority, category, mark, status } = row
  const now = new Date()
  const Priority = priority && priorityLooks[priority].icon

  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={total}
      style={{ top: `calc(var(--row) * ${index})` }}
      data-row={row.id}
      data-priority={priority ?? undefined}
      data-mark={mark}
      data-pending={status === 'pending' || undefined}
      data-selected={isSelected || undefined}
    >
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isOpen || undefined}
        aria-pressed={isSelected || undefined}
        aria-busy={isAnalyzing || undefined}
        onClick={(event) => onPress({ id: row.id, index }, event)}
        className="mail-row"
      >
        <span className="mail-icon">
          {Priority && <Priority aria-hidden="true" />}
          <span className="sr-only">{priority ?? mailCopy.unread}</span>
        </span>
        <bdi className="mail-from">
          <Marked text={from.name || from.address || mailCopy.noSender} words={words} />
        </bdi>
        <When row={row} now={now} />
        <span className="mail-what">
          {category && (
            <>
              <CategoryIcon category={category} />
              <span className="sr-only">{categoryLooks[category].name ?? category}</span>
            </>
          )}
          <span dir="auto" className="mail-line">
            <b>
              <Marked text={subject || mailCopy.noSubject} words={words} />
            </b>
            {line && (
              <>
                {' · '}
                <Marked text={line} words={words} />
              </>
            )}
          </span>
        </span>
        <Reason row={row} now={now} />
      </button>
    </li>
  )
})

interface RowPartProps {
  readonly row: Row
  readonly now: Date
}

/** When a mail came, and whether it is done or put off. */
function When({ row, now }: RowPartProps) {
  const { date, mark, until } = row
  return (
    <span className="mail-when">
      {mark === 'done' && <Check role="img" aria-label={mailCopy.isDone} />}
      {mark === 'snoozed' && until && (
        <AlarmClock role="img" aria-label={mailCopy.isSnoozed(formatSoon(until, now))} />
      )}
      <time dateTime={date}>{formatRecent(date, now)}</time>
    </span>
  )
}

/** Why a mail needs its reader, or that it is to be looked at with care. */
function Reason({ row, now }: RowPartProps) {
  const { reason, due, isSuspicious } = row
  if (isSuspicious) return <span className="mail-reason">{mailCopy.check}</span>
  if (!reason) return null
  return (
    <span className="mail-reason" data-reason={reason}>
      {reason === 'deadline' ? dueWords(due, now) : mailCopy.reasons[reason]}
    </span>
  )
}

function dueWords(due: string | null, now: Date): string {
  if (due === null) return mailCopy.deadline
  return Date.parse(due) < now.getTime() ? mailCopy.missed : mailCopy.dueOn(formatRecent(due, now))
}

/** A text with the beginnings of words marked that were searched for. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const wanted = words.match(/[\p{L}\p{N}]+/gu)
  if (!wanted) return text
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${wanted.join('|')})`, 'giu')
  return text.split(pattern).map((part, at) =>
    // what is split by lies between what is not
    at % 2 === 1 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
  )
}
