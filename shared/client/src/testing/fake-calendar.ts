import type { CalendarStatus, MailEvent } from '@shortlist/contracts/calendar'
import { type AssistantClient, CallFailed } from '../assistant-client.ts'
import type { CallGate } from './call-gate.ts'
import { aCalendarStatus, noCalendar } from './mail-samples.ts'

/** A calendar in memory; a test looks at `status` and changes it. */
export class FakeCalendar {
  status: CalendarStatus
  readonly events = new Map<string, MailEvent>()
  /** Where the popup is to go. */
  authUrl = 'https://accounts.example/consent'
  #feeds = 0

  constructor(status: CalendarStatus = aCalendarStatus()) {
    this.status = status
  }

  /** The calls of the port, each through `pass`. */
  calls(pass: CallGate['pass']): AssistantClient['calendar'] {
    return {
      status: () => pass('calendar.status').then(() => this.status),
      connect: () => pass('calendar.connect').then(() => this.authUrl),
      abandon: () => void pass('calendar.abandon'),
      useLocal: () => pass('calendar.useLocal').then(() => this.#enter(this.#local())),
      disconnect: () => pass('calendar.disconnect').then(() => this.#enter(noCalendar())),
      renewFeed: () => pass('calendar.renewFeed').then(() => this.#enter(this.#local())),
      add: async (eventId, times) => {
        await pass('calendar.add', eventId, times)
        return this.#change(eventId, 'created')
      },
      undo: async (eventId) => {
        await pass('calendar.undo', eventId)
        return this.#change(eventId, 'undone')
      },
      icsUrl: (eventId) => `/calendar/${eventId}.ics`,
      ics: (eventId) => pass('calendar.ics', eventId).then(() => new Blob([eventId])),
    }
  }

  #local(): CalendarStatus {
    this.#feeds += 1
    const feedUrl = `http://localhost:4000/api/calendar/feed/secret-${this.#feeds}.ics`
    return aCalendarStatus({ kind: 'local', feedUrl })
  }

  #enter(status: CalendarStatus): CalendarStatus {
    this.status = status
    return status
  }

  #change(eventId: string, state: MailEvent['state']): MailEvent {
    const event = this.events.get(eventId)
    if (!event) throw new CallFailed(404, 'Event not found')
    const changed = { ...event, state }
    this.events.set(eventId, changed)
    return changed
  }
}
