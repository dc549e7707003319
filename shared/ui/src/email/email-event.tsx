import type { EventState, MailEvent } from '@shortlist/contracts/calendar'
import { useId, useState } from 'react'
import { Badge, type BadgeTone } from '../primitives/badge.tsx'
import { Button } from '../primitives/button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { AddEventForm } from './add-event-form.tsx'
import type { CardSetting, EventTimes } from './card-setting.ts'
import { DisclosureButton } from './disclosure-button.tsx'
import { emailCopy } from './email-copy.ts'
import { EventSummary } from './event-summary.tsx'
import { IcsDownload } from './ics-download.tsx'
import { useAction } from './use-action.ts'

interface EmailEventProps {
  readonly event: MailEvent
  readonly setting: CardSetting
}

/** One appointment of an email: what became of it, why, and what can be done about it. */
export function EmailEvent({ event, setting }: EmailEventProps) {
  const { actions } = setting
  const panel = useId()
  const [open, setOpen] = useState<'why' | 'time' | null>(null)
  const add = useAction(actions.addEvent, emailCopy.addFailed)
  const undo = useAction(actions.undoEvent, emailCopy.undoFailed)
  const addLabel = labelOfAdding(event)
  const undoLabel = event.question === 'remove-or-keep' ? emailCopy.remove : emailCopy.undo

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
            {add.isRunning ? emailCopy.adding : addLabel}
          </Button>
        )}
        {isAddable(event.state) && event.time.kind === 'unclear' && (
          <DisclosureButton
            label={emailCopy.addToCalendar}
            panelId={panel}
            isOpen={open === 'time'}
            onToggle={(isOpen) => setOpen(isOpen ? 'time' : null)}
          />
        )}
        <DisclosureButton
          label={emailCopy.why}
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
            {undo.isRunning ? emailCopy.undoing : undoLabel}
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
  if (question === 'called-off') return emailCopy.undo
  if (question === 'remove-or-keep') return emailCopy.keep
  return isAddable(state) && time.kind !== 'unclear' ? emailCopy.addToCalendar : null
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
      {state !== 'created' && <Badge tone={tones[state]}>{emailCopy.eventStates[state]}</Badge>}
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
      <p>{emailCopy.eventSources[event.source]}</p>
    </div>
  )
}
