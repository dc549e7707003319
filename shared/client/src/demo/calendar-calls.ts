import type { MailEvent } from '@shortlist/contracts/calendar'
import { type AssistantClient, CallFailed, type ClientEvents } from '../assistant-client.ts'
import type { EventHub } from '../event-hub.ts'
import type { Plans } from './clock.ts'
import type { DemoCalendar } from './demo-calendar.ts'
import type { DemoMailbox } from './demo-mailbox.ts'
import { CALENDAR_DELAY } from './demo-script.ts'
import { writeIcs } from './write-ics.ts'

interface CalendarCallParts {
  readonly mailbox: DemoMailbox
  readonly calendar: DemoCalendar
  readonly hub: EventHub<ClientEvents>
  readonly plans: Plans
  /** Where the page of the popup lies; null where none can be opened. */
  readonly pages: string | null
  /** Resolves once mailbox and calendar are there. */
  readonly opened: () => Promise<void>
}

/**
 * The calendar of the demo: Google's is connected some seconds after its popup has opened, unless
 * that is abandoned.
 */
export function calendarCalls(parts: CalendarCallParts): AssistantClient['calendar'] {
  const { mailbox, calendar, hub, plans, pages, opened } = parts
  let giveUpGoogle = () => {}

  async function change(act: () => void) {
    giveUpGoogle()
    act()
    hub.emit('calendar-changed', {})
    return calendar.status
  }

  function place(eventId: string, parts: Partial<MailEvent>): MailEvent {
    if (!calendar.isConnected) throw new CallFailed(409, 'Google Calendar is not connected.')
    const event = mailbox.changeEvent(eventId, { reason: null, ...parts })
    if (calendar.refresh()) hub.emit('calendar-changed', {})
    return event
  }

  return {
    async status() {
      await opened()
      return calendar.status
    },
    async connect() {
      if (pages === null) throw new CallFailed(409, 'No popup can be opened here.')
      giveUpGoogle()
      giveUpGoogle = plans.after(CALENDAR_DELAY, () => {
        calendar.useGoogle()
        hub.emit('calendar-changed', {})
      })
      return `${pages}demo-consent.html`
    },
    abandon: () => giveUpGoogle(),
    useLocal: () => change(() => calendar.useLocal()),
    disconnect: () => change(() => calendar.disconnect()),
    renewFeed: () => change(() => calendar.refresh()),
    async add(eventId, times) {
      const { time } = mailbox.findEvent(eventId)
      const { start, end } = times ?? (time.kind === 'instant' ? time : {})
      return place(eventId, {
        state: 'created',
        ...(start && end && timesOf(start, end, calendar.status.timeZone)),
      })
    },
    undo: async (eventId) => place(eventId, { state: 'undone' }),
    icsUrl() {
      // `canUseAddresses` says so
      throw new Error('Events of the demo have no address')
    },
    ics: async (eventId) => writeIcs([mailbox.findEvent(eventId)], plans.now()),
  }
}

function timesOf(start: string, end: string, timeZone: string) {
  const time = { kind: 'instant', start, end, timeZone } as const
  return { time, startTime: start, endTime: end }
}
