import type { CalendarEvent, EventState, EventTime, MailEvent } from '@shortlist/contracts/calendar'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Badge, type BadgeTone } from '../../primitives/badge.tsx'
import { Button } from '../../primitives/button.tsx'
import { cn } from '../../primitives/class-names.ts'
import { DisclosureButton } from '../../primitives/disclosure-button.tsx'
import { ErrorLine } from '../../primitives/error-box.tsx'
import { inTime } from '../../primitives/lazy-part.ts'
import { TextField } from '../../primitives/text-field.tsx'
import { useAction } from '../../primitives/use-action.ts'
import { safeLink } from '../../safe-text.ts'
import { mailCopy } from '../mail-copy.ts'
import { DateTile, formatEventTime, localTimes } from '../mail-times.tsx'
import type { CardSetting, EmailActions, EmailProps, EventTimes } from './card-setting.ts'
import { bareEvents, timeOf } from './created-events.ts'

/** The appointments of an email: those in the calendar, then those that are not. */
export function EmailEvents({ email, setting }: EmailProps) {
  const created = email.events.filter(({ state }) => state === 'created')
  const others = email.events.filter(({ state }) => state !== 'created')
  const bare = bareEvents(email)
  const show = (event: MailEvent) => <EmailEvent key={event.id} event={event} setting={setting} />

  return (
    <>
      {created.length + bare.length > 0 && (
        <Block title={mailCopy.eventsCreated} isAccented>
          {created.map(show)}
          {bare.map((event) => (
            <li key={event.startTime + event.summary}>
              <EventSummary event={event} time={timeOf(event)} isCreated />
            </li>
          ))}
        </Block>
      )}
      {others.length > 0 && <Block title={mailCopy.otherEvents}>{others.map(show)}</Block>}
    </>
  )
}

interface BlockProps {
  readonly title: string
  readonly isAccented?: boolean
  readonly children: ReactNode
}

function Block({ title, isAccented = false, children }: BlockProps) {
  const id = useId()
  return (
    <div className={cn('mt-3 rounded-md border border-border p-3', isAccented && 'bg-accent-soft')}>
      <h4 id={id} className="text-caption font-semibold text-text-2">
        {title}
      </h4>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  )
}

interface EmailEventProps {
  readonly event: MailEvent
  readonly setting: CardSetting
}

/** One appointment of an email: what became of it, why, and what can be done about it. */
function EmailEvent({ event, setting }: EmailEventProps) {
  const { actions } = setting
  const panel = useId()
  const [open, setOpen] = useState<'why' | 'time' | null>(null)
  const add = useAction(actions.addEvent, mailCopy.addFailed)
  const undo = useAction(actions.undoEvent, mailCopy.undoFailed)
  const addLabel = labelOfAdding(event)
  const undoLabel = event.question === 'remove-or-keep' ? mailCopy.remove : mailCopy.undo

  async function addAt(times: EventTimes): Promise<void> {
    if (await add.run(event, times)) setOpen(null)
  }

  return (
    <li>
      <EventSummary event={event} time={event.time} isCreated={event.state === 'created'}>
        <State event={event} />
      </EventSummary>
      <div className="mt-2 flex flex-wrap gap-2">
        {addLabel && (
          <Button size="sm" disabled={add.isRunning} onClick={() => add.run(event)}>
            {add.isRunning ? mailCopy.adding : addLabel}
          </Button>
        )}
        {isAddable(event.state) && event.time.kind === 'unclear' && (
          <DisclosureButton
            label={mailCopy.addToCalendar}
            panelId={panel}
            isOpen={open === 'time'}
            onToggle={(isOpen) => setOpen(isOpen ? 'time' : null)}
          />
        )}
        <DisclosureButton
          label={mailCopy.why}
          panelId={panel}
          isOpen={open === 'why'}
          onToggle={(isOpen) => setOpen(isOpen ? 'why' : null)}
        />
        {event.state === 'created' && (
          <Button
            variant="ghost"
            size="sm"
            disabled={undo.isRunning}
            onClick={() => undo.run(event)}
          >
            {undo.isRunning ? mailCopy.undoing : undoLabel}
          </Button>
        )}
        {event.hasIcs && <IcsDownload eventId={event.id} actions={actions} />}
      </div>
      {open && (
        <div id={panel}>
          {open === 'why' && <Why event={event} />}
          {open === 'time' && <AddEventForm isAdding={add.isRunning} onAdd={addAt} />}
        </div>
      )}
      <ErrorLine error={add.error ?? undo.error} className="mt-1 text-meta" />
    </li>
  )
}

/** What puts it into the calendar as it is, or leaves it there; null where nothing does. */
function labelOfAdding({ state, time, question }: MailEvent): string | null {
  if (question === 'called-off') return mailCopy.undo
  if (question === 'remove-or-keep') return mailCopy.keep
  return isAddable(state) && time.kind !== 'unclear' ? mailCopy.addToCalendar : null
}

/** What the user may still put into the calendar. */
function isAddable(state: EventState): boolean {
  return state === 'waiting' || state === 'failed' || state === 'undone'
}

const tones: Readonly<Record<EventState, BadgeTone>> = {
  created: 'ok',
  waiting: 'accent',
  superseded: 'neutral',
  cancelled: 'neutral',
  undone: 'neutral',
  failed: 'bad',
}

/** The state in a word and, where there is one, its reason. That an event is created goes unsaid. */
function State({ event: { state, reason, time } }: { readonly event: MailEvent }) {
  const why = reason ?? (time.kind === 'unclear' ? time.reason : null)
  if (state === 'created' && !why) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-meta text-text-2">
      {state !== 'created' && <Badge tone={tones[state]}>{mailCopy.eventStates[state]}</Badge>}
      {why && <bdi>{why}</bdi>}
    </p>
  )
}

function Why({ event }: { readonly event: MailEvent }) {
  return (
    <div className="mt-1 text-meta text-text-2">
      {event.evidence && (
        <blockquote dir="auto" className="mb-1 border-l-4 border-border pl-3 wrap-anywhere">
          {event.evidence}
        </blockquote>
      )}
      <p>{mailCopy.eventSources[event.source]}</p>
    </div>
  )
}

interface EventSummaryProps {
  readonly event: CalendarEvent
  readonly time: EventTime
  /** Whether it stands in the calendar, where its link leads. */
  readonly isCreated?: boolean
  /** Before the name, a state for instance. */
  readonly children?: ReactNode
}

/** What takes place, when and where. */
function EventSummary({ event, time, isCreated = false, children }: EventSummaryProps) {
  const link = isCreated ? safeLink(event.link) : null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <DateTile time={time} />
      <div className="min-w-0 flex-1 basis-40">
        {children}
        <p dir="auto" className="font-semibold wrap-anywhere">
          {event.summary}
        </p>
        <p className="text-meta text-text-2 wrap-anywhere">
          <bdi>{formatEventTime(time)}</bdi>
          {event.location && (
            <>
              {' · '}
              <bdi>{event.location}</bdi>
            </>
          )}
        </p>
      </div>
      {link && (
        <Button size="sm" asChild>
          <a href={link} target="_blank" rel="noopener noreferrer">
            {mailCopy.eventLink}
          </a>
        </Button>
      )}
    </div>
  )
}

interface AddEventFormProps {
  readonly isAdding: boolean
  readonly onAdd: (times: EventTimes) => void
}

/** Asks for the day and the times of an appointment that the mail did not say clearly. */
function AddEventForm({ isAdding, onAdd }: AddEventFormProps) {
  const [isWrong, setWrong] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const field = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '')
    const times = localTimes(field('date'), field('start'), field('end'))
    setWrong(times === null)
    if (times) onAdd(times)
  }

  return (
    <form aria-label={mailCopy.chooseTime} onSubmit={submit} className="mt-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField label={mailCopy.date} name="date" type="date" required />
        <TextField label={mailCopy.begins} name="start" type="time" required />
        <TextField label={mailCopy.ends} name="end" type="time" required />
        <Button type="submit" variant="primary" disabled={isAdding}>
          {isAdding ? mailCopy.adding : mailCopy.addToCalendar}
        </Button>
      </div>
      <p className="mt-1 text-caption text-text-3">
        {mailCopy.yourZone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
      </p>
      <ErrorLine error={isWrong ? mailCopy.endBeforeStart : null} className="mt-1 text-meta" />
    </form>
  )
}

interface IcsDownloadProps {
  readonly eventId: string
  readonly actions: EmailActions
}

/** Saves an appointment as a file. */
function IcsDownload({ eventId, actions }: IcsDownloadProps) {
  if (actions.ics) return <SaveButton eventId={eventId} readIcs={actions.ics} />
  return (
    <Button variant="ghost" size="sm" asChild>
      <a href={actions.icsUrl(eventId)} download>
        {mailCopy.downloadIcs}
      </a>
    </Button>
  )
}

interface SaveButtonProps {
  readonly eventId: string
  readonly readIcs: NonNullable<EmailActions['ics']>
}

function SaveButton({ eventId, readIcs }: SaveButtonProps) {
  const save = useAction(async () => {
    const bytes = await readIcs(eventId)
    const { saveFile } = await inTime(() => import('../../save-file.ts'))
    saveFile(bytes, 'event.ics')
  }, mailCopy.icsFailed)

  return (
    <>
      <Button variant="ghost" size="sm" disabled={save.isRunning} onClick={() => save.run()}>
        {mailCopy.downloadIcs}
      </Button>
      <ErrorLine error={save.error} className="text-meta" />
    </>
  )
}
