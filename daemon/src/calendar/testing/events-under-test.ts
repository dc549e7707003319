import { onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { memoryFile } from '../../../test/memory-file.ts'
import { RecordStore } from '../../platform/projection/record-store.ts'
import { openCollection, type Rows } from '../../platform/storage/collection.ts'
import { AccountEvents } from '../events/account-events.ts'
import { appointments, Ledger } from '../events/ledger.ts'
import type { CalendarKind } from '../events/settle-row.ts'
import { type LocalCalendar, LocalEvent, localCalendar } from '../local-calendar.ts'
import { NOW } from './proposals.ts'
import { type ScriptedCalendar, scriptedCalendar } from './scripted-calendar.ts'

/** Appointments of one account, and what they stand on. */
export class EventsUnderTest {
  readonly calendar: ScriptedCalendar
  /** Mails that were said to have changed, in order. */
  readonly changed: string[] = []
  /** Which calendar is connected. */
  inUse: CalendarKind | null = 'local'
  now = NOW
  /** How often the ledger was written to. */
  writes = 0
  /** Hears of damage to the ledger; there is none unless a test does it. */
  report = (sentence: string): void => {
    throw new Error(sentence)
  }
  /** Where the ledger lies. */
  readonly folder: string
  readonly #local: LocalCalendar
  #records: RecordStore | undefined
  #events: AccountEvents | undefined

  constructor(folder: string, local: LocalCalendar) {
    this.folder = folder
    this.#local = local
    this.calendar = scriptedCalendar(local)
  }

  get events(): AccountEvents {
    if (!this.#events) throw new Error('not opened yet')
    return this.#events
  }

  /** What the card of a mail shows. */
  async eventsOf(emailId: string) {
    return (await this.events.eventsOf([emailId])).get(emailId) ?? []
  }

  /** What the calendar holds: start and title, by id. */
  held(): Record<string, string> {
    const held = this.#local.events()
    return Object.fromEntries(held.map(({ id, time, summary }) => [id, `${time.start} ${summary}`]))
  }

  /** All of it, as the feed tells it. */
  feed() {
    return this.#local.events().map(({ summary, location, description, time, emailId }) => {
      return { summary, location, description, time, emailId }
    })
  }

  /** Opens the ledger again, as another process would. */
  async reopen(): Promise<void> {
    await this.close()
    const report = (sentence: string) => this.report(sentence)
    this.#records = new RecordStore({ folder: this.folder, report })
    const now = () => {
      this.writes += 1
      return this.now
    }
    const lost = new Set<string>()
    const kind = { ...appointments, onLoss: (log: string) => void lost.add(log) }
    const ledger = new Ledger(await this.#records.open(kind), 'ada', now, lost)
    this.#events = new AccountEvents({
      userId: 'ada',
      ledger,
      inUse: () => this.inUse,
      calendar: () => this.calendar,
      now: () => this.now,
      userZone: 'Europe/Berlin',
      record: () => {},
      icsAddress: (id) => `ics:${id}`,
      onChanged: (emailIds) => this.changed.push(...emailIds),
    })
  }

  async close(): Promise<void> {
    await this.#records?.close()
    this.#records = undefined
  }
}

/** Appointments over a ledger on disk and a calendar in memory. */
export async function eventsUnderTest(): Promise<EventsUnderTest> {
  const folder = await freshFolder()
  const rows = await openCollection(memoryFile<Rows<LocalEvent>>(), LocalEvent)
  const time = { now: () => NOW, userZone: () => 'Europe/Berlin' }
  const local = localCalendar({ userId: 'ada', events: rows, ...time })
  const under = new EventsUnderTest(folder, local)
  await under.reopen()
  onTestFinished(() => under.close())
  return under
}
