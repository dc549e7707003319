import type { OpenMail } from '@shortlist/contracts/mail-rows'
import { type FormEvent, useState } from 'react'
import { Button } from '../../primitives/button.tsx'
import { MenuLayer } from '../../primitives/dialog.tsx'
import { ErrorLine } from '../../primitives/error-box.tsx'
import { TextField } from '../../primitives/text-field.tsx'
import { mailCopy } from '../mail-copy.ts'
import { formatSoon } from '../mail-times.tsx'

interface SnoozeMenuProps {
  /** The mail that is put off, where it is one that is known. */
  readonly mail: OpenMail | undefined
  /** Hears the time (ISO 8601, UTC) at which it is to be back. */
  readonly onChoose: (until: string) => void
  readonly onClose: () => void
}

/** The times that a mail can be put off to. */
export function SnoozeMenu({ mail, onChoose, onClose }: SnoozeMenuProps) {
  const [now] = useState(() => new Date())
  const [isWrong, setWrong] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const time = new Date(String(new FormData(event.currentTarget).get('until')))
    const isAhead = time > now && time.getTime() - now.getTime() < TWO_YEARS
    setWrong(!isAhead)
    if (isAhead) onChoose(time.toISOString())
  }

  return (
    <MenuLayer
      title={mailCopy.snoozeUntil}
      onClose={onClose}
      className="inset-x-3 top-28 mx-auto grid max-w-80 gap-1 p-2"
    >
      {timesToSnooze(now, mail).map(({ name, until }) => (
        <Button
          key={name}
          variant="ghost"
          onClick={() => onChoose(until.toISOString())}
          className="w-full justify-between"
        >
          <span>{name}</span>
          <span className="text-caption text-text-3">{formatSoon(until.toISOString(), now)}</span>
        </Button>
      ))}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2 px-2 py-2">
        <TextField label={mailCopy.pickTime} name="until" type="datetime-local" required />
        <Button type="submit">{mailCopy.snooze}</Button>
        <ErrorLine error={isWrong ? mailCopy.notAhead : null} className="text-caption" />
      </form>
    </MenuLayer>
  )
}

const HOUR = 60 * 60 * 1000
const TWO_YEARS = 2 * 365 * 24 * HOUR

interface SnoozeTime {
  readonly name: string
  readonly until: Date
}

/** When a mail can be back, by the clock of this browser; before an interview that it names, a day before. */
export function timesToSnooze(now: Date, mail: OpenMail | undefined): SnoozeTime[] {
  const morning = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8)
  const times: SnoozeTime[] = [
    { name: mailCopy.laterToday, until: new Date(now.getTime() + 3 * HOUR) },
    { name: mailCopy.tomorrow, until: morning(1) },
    // on a Monday the next one is meant
    { name: mailCopy.monday, until: morning((8 - now.getDay()) % 7 || 7) },
  ]
  const starts = (mail?.events ?? [])
    .filter(({ state, time }) => state === 'created' && time.kind === 'instant')
    .map(({ startTime }) => Date.parse(startTime) - 24 * HOUR)
    .filter((start) => start > now.getTime())
  if (starts.length > 0) {
    times.push({ name: mailCopy.beforeInterview, until: new Date(Math.min(...starts)) })
  }
  return times
}
