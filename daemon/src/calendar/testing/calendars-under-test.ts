import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailEvent } from '@shortlist/contracts/calendar'
import { onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { RecordStore } from '../../platform/projection/record-store.ts'
import { type CalendarParts, type Calendars, createCalendars } from '../calendars.ts'
import { NOW } from './proposals.ts'

export interface CalendarsUnderTest {
  readonly calendars: Calendars
  readonly folder: string
  /** Names of events that were published, with their account. */
  readonly published: readonly string[]
  /** Moves the clock. */
  setNow(now: Date): void
  /** Closes and opens again, as another process would. */
  reopen(changes?: Partial<Omit<CalendarParts, 'records'>>): Promise<Calendars>
  /** What became of the appointments of a mail of Ada's. */
  eventsOf(emailId: string): Promise<readonly MailEvent[]>
}

/** Calendars in fresh folders; without Google unless it is handed over. */
export async function calendarsUnderTest(
  changes: Partial<Omit<CalendarParts, 'records'>> = {},
): Promise<CalendarsUnderTest> {
  const root = await freshFolder()
  const [folder, keyFolder] = [join(root, 'data'), join(root, 'config')]
  const published: string[] = []
  let now = NOW
  const write = () => {}
  const parts: Omit<CalendarParts, 'records'> = {
    folder,
    keyFolder,
    report: () => {},
    now: () => now,
    log: { debug: write, info: write, warn: write, error: write },
    google: () => null,
    ownUrl: () => 'http://localhost:4000',
    clientUrl: () => 'http://localhost:4000',
    zoneOf: () => 'Europe/Berlin',
    realtime: { publish: (userId, name) => void published.push(`${userId} ${name}`) },
    onEventsChanged: () => {},
    wait: async () => {},
    ...changes,
  }
  await mkdir(folder)
  const { report } = parts
  let records = new RecordStore({ folder, report })
  let calendars = await createCalendars({ ...parts, records })
  const close = async () => {
    await calendars.close()
    await records.close()
  }
  onTestFinished(close)
  return {
    get calendars() {
      return calendars
    },
    folder,
    published,
    setNow(date) {
      now = date
    },
    async reopen(more = {}) {
      await close()
      records = new RecordStore({ folder, report })
      calendars = await createCalendars({ ...parts, ...more, records })
      return calendars
    },
    async eventsOf(emailId) {
      return (await (await calendars.eventsFor('ada')).eventsOf([emailId])).get(emailId) ?? []
    },
  }
}
