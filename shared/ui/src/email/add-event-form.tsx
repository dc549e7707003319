import { type FormEvent, useState } from 'react'
import { Button } from '../primitives/button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { TextField } from '../primitives/text-field.tsx'
import type { EventTimes } from './card-setting.ts'
import { emailCopy } from './email-copy.ts'
import { localTimes } from './local-times.ts'

interface AddEventFormProps {
  readonly isAdding: boolean
  readonly onAdd: (times: EventTimes) => void
}

/** Asks for the day and the times of an appointment that the mail did not say clearly. */
export function AddEventForm({ isAdding, onAdd }: AddEventFormProps) {
  const [isWrong, setWrong] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const field = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '')
    const times = localTimes(field('date'), field('start'), field('end'))
    setWrong(times === null)
    if (times) onAdd(times)
  }

  return (
    <form aria-label={emailCopy.chooseTime} onSubmit={submit} className="mt-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField label={emailCopy.date} name="date" type="date" required />
        <TextField label={emailCopy.begins} name="start" type="time" required />
        <TextField label={emailCopy.ends} name="end" type="time" required />
        <Button type="submit" variant="primary" disabled={isAdding}>
          {isAdding ? emailCopy.adding : emailCopy.addToCalendar}
        </Button>
      </div>
      <p className="mt-1 text-caption text-text-3">
        {emailCopy.yourZone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
      </p>
      <ErrorLine error={isWrong ? emailCopy.endBeforeStart : null} className="mt-1 text-meta" />
    </form>
  )
}
