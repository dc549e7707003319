import type { Change, Today } from '@shortlist/contracts/today'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { rereadRows } from '@shortlist/ui/mail/mail-status'
import { formatSoon } from '@shortlist/ui/mail/mail-times.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { ErrorLine } from '@shortlist/ui/primitives/error-box.tsx'
import { useAction } from '@shortlist/ui/primitives/use-action'
import { useLostFocus } from '@shortlist/ui/primitives/use-lost-focus'
import { shortTime } from '@shortlist/ui/today/interview-times'
import { todayCopy } from '@shortlist/ui/today/today-copy'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarCheck, CalendarClock, CalendarX } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { mailPath } from '../../host/paths.ts'
import { Link } from '../../host/router.ts'

interface SinceProps extends Pick<Today, 'since'> {
  readonly now: Date
}

/** What has come and what was done by itself since the last visit; each of it can be undone. */
export function Since({ since: { from, mails, total, changes }, now }: SinceProps) {
  const { today } = useClient()
  const [isWhole, setWhole] = useState(false)
  const { data: all = changes } = useQuery({
    queryKey: ['mail', 'changes'],
    queryFn: () => today.changes(),
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = isWhole ? all : changes
  const [undone, setUndone] = useState(0)
  const place = useLostFocus(shown.map(nameOf).join(' '))

  if (mails === 0 && total === 0) return null
  return (
    <section className="today-card today-since" aria-labelledby="today-since">
      <div ref={place} tabIndex={-1} className="today-needs">
        <h3 id="today-since">{titleOf(from, now)}</h3>
        <p className="today-quiet">
          {todayCopy.read(mails)} {total > 0 ? todayCopy.doneByItself : todayCopy.nothingDone}
        </p>
        <ul>
          {shown.map((change, index) => (
            <ChangeLine
              key={nameOf(change)}
              change={change}
              isNext={index === Math.min(undone, shown.length - 1)}
              onUndo={() => setUndone(index)}
            />
          ))}
        </ul>
        {total > shown.length && !isWhole && (
          <Button variant="ghost" size="sm" onClick={() => setWhole(true)}>
            {todayCopy.all(total)}
          </Button>
        )}
      </div>
    </section>
  )
}

const icons = { entered: CalendarCheck, moved: CalendarClock, removed: CalendarX } as const

interface ChangeLineProps {
  readonly change: Change
  /** Whether the focus goes there where the line goes away that had it. */
  readonly isNext: boolean
  readonly onUndo: () => void
}

function ChangeLine({ change, isNext, onUndo }: ChangeLineProps) {
  const { today } = useClient()
  const cache = useQueryClient()
  const said = useId()
  const { act, summary, emailId, sentence } = change
  const Icon = icons[act]
  const undo = useAction(async () => {
    onUndo()
    // where another tab was faster, this one follows
    await today.undo(change)
    await rereadRows(cache)
  }, todayCopy.undoFailed)

  return (
    <li>
      <Icon aria-hidden="true" />
      <div className="today-what">
        <Link to={mailPath(emailId)}>
          <bdi>{summary}</bdi>
        </Link>
        <p className="today-quiet">{wordsOf(change)}</p>
        {sentence && (
          <q id={said} dir="auto" title={sentence} className="today-line">
            {sentence}
          </q>
        )}
        <ErrorLine error={undo.error} className="text-meta" />
      </div>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`${todayCopy.undo}: ${summary}`}
        aria-describedby={sentence ? said : undefined}
        data-next={isNext || undefined}
        disabled={undo.isRunning}
        onClick={() => void undo.run()}
      >
        {undo.isRunning ? todayCopy.undoing : todayCopy.undo}
      </Button>
    </li>
  )
}

/** Notes that Today is being looked at: when it is first seen, and when it is left. */
export function useVisit(asOf: string): void {
  const { today } = useClient()

  const note = useEffectEvent(() => {
    // a visit that is not noted is told of once more
    today.seen(asOf).catch(() => {})
  })

  useEffect(() => {
    if (!document.hidden) note()
    const look = () => document.hidden && note()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

function nameOf({ eventId, at }: Change): string {
  return `${eventId} ${at}`
}

function wordsOf({ act, time, was }: Change): string {
  const when = shortTime(time)
  if (act === 'moved' && was) return todayCopy.moved(when, shortTime(was))
  return act === 'removed' ? todayCopy.removed(when) : todayCopy.entered(when)
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const DAY = 24 * 60 * 60 * 1000

function titleOf(from: string | null, now: Date): string {
  if (from === null) return todayCopy.soFar
  const date = new Date(from)
  const isOf = (day: Date) => date.toDateString() === day.toDateString()
  if (isOf(now)) return todayCopy.since(clock.format(date))
  if (isOf(new Date(now.getTime() - DAY))) return todayCopy.sinceYesterday(clock.format(date))
  return todayCopy.since(formatSoon(from, date))
}
