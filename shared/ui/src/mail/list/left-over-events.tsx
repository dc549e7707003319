import type { MailEvent } from '@shortlist/contracts/calendar'
import type { Email } from '@shortlist/contracts/mail'
import { useMemo } from 'react'
import { Button } from '../../primitives/button.tsx'
import { useAction } from '../../primitives/use-action.ts'
import { mailCopy } from '../mail-copy.ts'

interface LeftOverEventsProps {
  readonly emails: readonly Email[]
  readonly onAdd: (event: MailEvent) => Promise<unknown>
}

/** How many appointments the budget of the calendar leaves waiting, and one button for all of them. */
export function LeftOverEvents({ emails, onAdd }: LeftOverEventsProps) {
  const left = useMemo(() => {
    const events = emails.flatMap((email) => email.events)
    const waiting = events.filter(({ question }) => question === 'left-over')
    return [...new Map(waiting.map((event) => [event.id, event])).values()]
  }, [emails])
  const add = useAction(async () => {
    for (const event of left) await onAdd(event)
  }, mailCopy.addFailed)

  if (left.length === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 text-ui">
      <p role="status">{add.error ?? mailCopy.leftOver(left.length)}</p>
      <Button size="sm" disabled={add.isRunning} onClick={() => add.run()}>
        {add.isRunning ? mailCopy.adding : mailCopy.addAll}
      </Button>
    </div>
  )
}
