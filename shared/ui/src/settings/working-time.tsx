import type { WorkingHours, WorkingTime, WorkingTimeChange } from '@shortlist/contracts/calendar'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { browserZone } from '../auth/session.tsx'
import { useClient, useRefreshOn } from '../client-provider.tsx'
import { describeFailure } from '../describe-failure.ts'
import { Button } from '../primitives/button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { settingsCopy, timeCopy } from '../settings-copy.ts'
import { Card, SetByEnvironment } from './card.tsx'

/** Where they lie in the query cache. */
const timesKey = ['settings', 'times'] as const

/** Where and when the account works. */
export function WorkingTimeCard() {
  const { calendar } = useClient()
  const cache = useQueryClient()
  const { data: times } = useQuery({ queryKey: timesKey, queryFn: calendar.times })
  useRefreshOn(timesKey, ['calendar-changed'])
  // one after the other, and shown before they are stored, so that none waits for another
  const changing = useMutation({
    scope: { id: 'times' },
    mutationFn: calendar.changeTimes,
    onMutate: (change: WorkingTimeChange) =>
      cache.setQueryData<WorkingTime>(
        timesKey,
        (before) =>
          before && {
            ...before,
            zone: change.zone ?? before.zone,
            hours: change.hours ?? before.hours,
          },
      ),
    onError: () => cache.invalidateQueries({ queryKey: timesKey }),
  })
  if (!times) return null
  const failure = changing.error && describeFailure(changing.error, settingsCopy.failed)
  return (
    <Card title={timeCopy.title} text={timeCopy.text}>
      <Zone times={times} onChange={(zone) => changing.mutate({ zone })} />
      <Hours hours={times.hours} onChange={(hours) => changing.mutate({ hours })} />
      <ErrorLine error={failure} />
    </Card>
  )
}

interface ZoneProps {
  readonly times: WorkingTime
  readonly onChange: (zone: string) => void
}

function Zone({ times: { zone, setBy }, onChange }: ZoneProps) {
  const id = useId()
  const here = browserZone()
  if (setBy !== null) {
    return (
      <div className="grid gap-3">
        <p>
          {timeCopy.zone}: {zone}
        </p>
        <SetByEnvironment variable={setBy} />
      </div>
    )
  }
  const all = new Set([zone, here, ...Intl.supportedValuesOf('timeZone')])
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="settings-row">
        <label htmlFor={id} className="settings-label">
          {timeCopy.zone}
        </label>
        <select
          id={id}
          value={zone}
          className="h-10.5 max-w-full min-w-0 rounded-md border border-border-strong bg-surface px-3 text-text"
          onChange={(event) => onChange(event.target.value)}
        >
          {[...all].sort().map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {here !== zone && (
        <div className="settings-acts">
          <span>{timeCopy.browserSays(here)}</span>
          <Button size="sm" onClick={() => onChange(here)}>
            {timeCopy.useIt}
          </Button>
        </div>
      )}
    </div>
  )
}

interface HoursProps {
  readonly hours: WorkingHours
  readonly onChange: (hours: WorkingHours) => void
}

/** Stored as soon as they are whole: a day at least, and an end after the beginning. */
function Hours({ hours, onChange }: HoursProps) {
  /** What is being entered and cannot be stored yet. */
  const [draft, setDraft] = useState<WorkingHours | null>(null)
  const shown = draft ?? hours

  function change(part: Partial<WorkingHours>): void {
    const next = { ...shown, ...part }
    const isWhole = next.days.length > 0 && next.from !== '' && next.from < next.to
    setDraft(isWhole ? null : next)
    if (isWhole) onChange(next)
  }

  function turn(day: number, isOn: boolean): void {
    const others = shown.days.filter((each) => each !== day)
    change({ days: isOn ? [...others, day].sort() : others })
  }

  return (
    <>
      <fieldset>
        <legend className="settings-label">{timeCopy.days}</legend>
        <div className="mt-2 flex flex-wrap gap-3">
          {weekdays.map(([day, name]) => (
            <label key={day} className="inline-flex items-center gap-2">
              <input
                type="checkbox"
                checked={shown.days.includes(day)}
                onChange={(event) => turn(day, event.target.checked)}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="settings-fields">
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="time"
            label={timeCopy[end]}
            required
            value={shown[end]}
            onChange={(event) => change({ [end]: event.target.value })}
          />
        ))}
      </div>
      <ErrorLine error={draft && timeCopy.notWhole} />
    </>
  )
}

/** From Monday; the first of January 2024 was one. */
const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => {
  const format = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })
  return [day, format.format(Date.UTC(2024, 0, day))] as const
})
