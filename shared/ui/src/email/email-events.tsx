import type { MailEvent } from '@shortlist/contracts/calendar'
import { type ReactNode, useId } from 'react'
import { mailCopy } from '../mail-copy.ts'
import { cn } from '../primitives/class-names.ts'
import type { EmailProps } from './card-setting.ts'
import { bareEvents, timeOf } from './created-events.ts'
import { emailCopy } from './email-copy.ts'
import { EmailEvent } from './email-event.tsx'
import { EventSummary } from './event-summary.tsx'

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
      {others.length > 0 && <Block title={emailCopy.otherEvents}>{others.map(show)}</Block>}
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
