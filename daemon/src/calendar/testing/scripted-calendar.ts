import type { BusyTime, Calendar, NewEvent } from '../ports.ts'

export type CalendarCall = 'insert' | 'get' | 'update' | 'restore' | 'remove' | 'busy'

export interface ScriptedCalendar extends Calendar {
  /** What it was asked to change, in order. */
  readonly calls: readonly CalendarCall[]
  /** The events that it was handed. */
  readonly handed: readonly NewEvent[]
  /** Somebody else's appointments. */
  readonly taken: BusyTime[]
  /**
   * The next call of that name rejects, `before` or `after` it was carried out. Anything but an
   * `AppError` stands for the end of the process.
   */
  failNext(call: CalendarCall, error: Error, when?: 'before' | 'after'): void
}

/** A calendar that can be told to fail. */
export function scriptedCalendar(calendar: Calendar): ScriptedCalendar {
  const calls: CalendarCall[] = []
  const handed: NewEvent[] = []
  const taken: BusyTime[] = []
  const failures: { call: CalendarCall; error: Error; when: 'before' | 'after' }[] = []

  async function ask<Answer>(call: CalendarCall, work: () => Promise<Answer>): Promise<Answer> {
    const at = failures.findIndex((each) => each.call === call)
    const [failure] = at < 0 ? [] : failures.splice(at, 1)
    if (failure?.when === 'before') throw failure.error
    const answer = await work()
    if (call !== 'get' && call !== 'busy') calls.push(call)
    if (failure) throw failure.error
    return answer
  }

  return {
    calls,
    handed,
    taken,
    failNext: (call, error, when = 'before') => void failures.push({ call, error, when }),
    insert: (event) => {
      handed.push(event)
      return ask('insert', () => calendar.insert(event))
    },
    get: (id) => ask('get', () => calendar.get(id)),
    update: (event) => ask('update', () => calendar.update(event)),
    restore: (event) => ask('restore', () => calendar.restore(event)),
    remove: (id) => ask('remove', () => calendar.remove(id)),
    busy: (from, to) => ask('busy', async () => [...(await calendar.busy(from, to)), ...taken]),
  }
}
