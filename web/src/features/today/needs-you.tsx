import type { MailRow } from '@shortlist/contracts/mail-rows'
import type { Today } from '@shortlist/contracts/today'
import { type Marking, useMarks } from '@shortlist/ui/mail/list/use-marks'
import { mailCopy } from '@shortlist/ui/mail/mail-copy'
import { CategoryIcon } from '@shortlist/ui/mail/mail-looks.tsx'
import { formatRecent, formatSoon } from '@shortlist/ui/mail/mail-times.tsx'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { useLostFocus } from '@shortlist/ui/primitives/use-lost-focus'
import { todayCopy } from '@shortlist/ui/today/today-copy'
import { AlarmClock, Check } from 'lucide-react'
import { Suspense, useState } from 'react'
import { mailPath, paths } from '../../host/paths.ts'
import { Link } from '../../host/router.ts'

const SnoozeMenu = lazyPart(
  async () => (await import('@shortlist/ui/mail/list/snooze-menu.tsx')).SnoozeMenu,
)

type NeedsYouProps = Today['needs'] & {
  /** What is next where nothing needs its user, as a sentence. */
  readonly comes: string | null
  readonly now: Date
}

/** The first mails that need their reader, each with why and with what can be done about it. */
export function NeedsYou({ rows, total, comes, now }: NeedsYouProps) {
  const mark = useMarks()
  const [snoozing, setSnoozing] = useState<MailRow | null>(null)
  const [handled, setHandled] = useState(0)
  const place = useLostFocus(rows.map(({ id }) => id).join(' '))

  function act({ id, subject }: MailRow, marking: Marking, tell: (what: string) => string): void {
    setHandled(rows.findIndex((row) => row.id === id))
    void mark({ ...marking, ids: [id] }, () => tell(subject || mailCopy.noSubject))
  }

  function snooze(row: MailRow, until: string): void {
    setSnoozing(null)
    const time = formatSoon(until, new Date())
    act(row, { mark: 'snoozed', until }, (what) => mailCopy.didSnooze(what, time))
  }

  return (
    <section aria-labelledby="today-needs">
      <div ref={place} tabIndex={-1} className="today-needs">
        <div className="today-head">
          <h3 id="today-needs">
            {todayCopy.needsYou}
            {total > 0 && <span className="today-count">{total}</span>}
          </h3>
          {total > 0 && <Link to={`${paths.mail}?view=needs-you`}>{todayCopy.allInMail}</Link>}
        </div>
        {rows.length === 0 ? (
          <p className="today-card today-quiet">
            {todayCopy.nothingNeedsYou} {comes}
          </p>
        ) : (
          <ul className="today-list">
            {rows.map((row, index) => (
              <li key={row.id}>
                {row.category && <CategoryIcon category={row.category} />}
                <p className="today-what">
                  <span className="today-line">
                    <b dir="auto">{senderOf(row)}</b>{' '}
                    <span dir="auto">{row.subject || mailCopy.noSubject}</span>
                  </span>
                  <span className="today-line today-why">
                    {reasonOf(row, now)}
                    {row.line && (
                      <>
                        {': '}
                        <span dir="auto">{row.line}</span>
                      </>
                    )}
                  </span>
                </p>
                <Button size="sm" asChild>
                  <Link
                    to={mailPath(row.id, 'needs-you')}
                    aria-label={todayCopy.about(actOf(row), senderOf(row), row.subject)}
                    className="today-open"
                  >
                    {actOf(row)}
                  </Link>
                </Button>
                <span className="today-snooze">
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={todayCopy.about(mailCopy.snooze, senderOf(row), row.subject)}
                    title={mailCopy.snooze}
                    aria-haspopup="dialog"
                    onClick={() => setSnoozing(row)}
                  >
                    <AlarmClock aria-hidden="true" />
                  </Button>
                </span>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={todayCopy.about(mailCopy.markDone, senderOf(row), row.subject)}
                  title={mailCopy.markDone}
                  data-next={index === Math.min(handled, rows.length - 1) || undefined}
                  onClick={() => act(row, { mark: 'done' }, mailCopy.didDone)}
                >
                  <Check aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        {snoozing && (
          <Suspense>
            <SnoozeMenu
              mail={undefined}
              onChoose={(until) => snooze(snoozing, until)}
              onClose={() => setSnoozing(null)}
            />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function senderOf({ from }: MailRow): string {
  return from.name || from.address || mailCopy.noSender
}

function actOf({ reason }: MailRow): string {
  return todayCopy.acts[reason ?? 'back']
}

function reasonOf({ reason, due }: MailRow, now: Date): string {
  if (reason === null) return ''
  if (reason !== 'deadline') return todayCopy.reasons[reason]
  if (due === null) return mailCopy.deadline
  const day = formatRecent(due, now)
  return Date.parse(due) < now.getTime() ? todayCopy.missed(day) : todayCopy.wantsBy(day)
}
