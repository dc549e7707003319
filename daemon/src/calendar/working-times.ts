import { join } from 'node:path'
import {
  WorkingHours,
  type WorkingTime,
  type WorkingTimeChange,
} from '@shortlist/contracts/calendar'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { isTimeZone } from '../platform/is-time-zone.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'

const VERSION = 1

/** What an account has set, by its id. */
const TimesRow = z.object({ zone: z.string().optional(), hours: WorkingHours.optional() })
type TimesRow = z.infer<typeof TimesRow>

interface WorkingTimesParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** The zone that the environment names, which counts for all; undefined where it names none. */
  readonly given: string | undefined
  readonly realtime: Pick<Realtime, 'publish'>
}

/** Opens where and when accounts work. Throws `STORE_NEWER`. */
export async function openWorkingTimes(parts: WorkingTimesParts): Promise<WorkingTimes> {
  const { folder, report } = parts
  const rows = await openCollectionFile(join(folder, 'settings', 'times.json'), TimesRow, {
    version: VERSION,
    report,
    lost: 'Time zones and working hours have to be chosen again.',
  })
  return new WorkingTimes(parts, rows)
}

const SET_BY_ENVIRONMENT = 'The environment of this computer names the time zone.'

/** Who has not said otherwise works from Monday to Friday. */
const usual: WorkingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

/** In which zone each account reads times that name none, and when it works. */
export class WorkingTimes {
  readonly #parts: WorkingTimesParts
  readonly #rows: Collection<TimesRow>

  constructor(parts: WorkingTimesParts, rows: Collection<TimesRow>) {
    this.#parts = parts
    this.#rows = rows
  }

  /** IANA name: the environment's, else the account's, else that of this computer. */
  zoneOf(userId: string): string {
    return this.#parts.given ?? this.#rows.get(userId)?.zone ?? systemZone()
  }

  /** Undefined where the account has not said when it works. */
  hoursOf(userId: string): WorkingHours | undefined {
    return this.#rows.get(userId)?.hours
  }

  read(userId: string): WorkingTime {
    const { given } = this.#parts
    const zone = this.zoneOf(userId)
    const setBy = given === undefined ? null : 'USER_TIME_ZONE'
    return { zone, setBy, hours: this.hoursOf(userId) ?? usual }
  }

  /**
   * It holds from then on; what was read before stays as it was read. Throws `VALIDATION` for a zone
   * that nobody knows, and `SET_BY_ENVIRONMENT` for any that the environment has named.
   */
  async change(userId: string, { zone, hours }: WorkingTimeChange): Promise<WorkingTime> {
    if (zone !== undefined && this.#parts.given !== undefined)
      throw new AppError('SET_BY_ENVIRONMENT', SET_BY_ENVIRONMENT)
    if (zone !== undefined && !isTimeZone(zone))
      throw new AppError('VALIDATION', 'This is no time zone such as Europe/Berlin.')
    const days = [...new Set(hours?.days)].sort()
    const change = {
      ...(zone !== undefined && { zone }),
      ...(hours && { hours: { ...hours, days } }),
    }
    await this.#rows.change((rows) => rows.set(userId, { ...rows.get(userId), ...change }))
    this.#parts.realtime.publish(userId, 'calendar-changed', {})
    return this.read(userId)
  }

  /** As the account has set it, for a file of all that it has; undefined where it has set nothing. */
  kept(userId: string): TimesRow | undefined {
    return this.#rows.get(userId)
  }

  async forget(userId: string): Promise<void> {
    await this.#rows.remove(userId)
  }
}

function systemZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
