import {
  Agenda,
  type CalendarChoice,
  CalendarConnection,
  CalendarStatus,
  MailEvent,
  WorkingTime,
  type WorkingTimeChange,
} from '@shortlist/contracts/calendar'
import { type AccountCallParts, orDefaults } from './daemon/read-calls.ts'

/** The calendar of the signed-in account, and what its mails put there. */
export interface Calendar {
  status(): Promise<CalendarStatus>
  /** Where the popup is to go. */
  connect(): Promise<string>
  /** The popup was closed or never opened: nothing is to come of it any more. */
  abandon(): void
  /** In use from now on; created events stay where they are, and a sign-in is not forgotten. */
  choose(kind: CalendarChoice): Promise<CalendarStatus>
  /** Forgets Google and gives its permission back; created events stay. */
  disconnect(): Promise<CalendarStatus>
  /** What the local calendar holds of the coming days. */
  agenda(): Promise<Agenda>
  /** Gives the feed another secret address; the old one ends. */
  renewFeed(): Promise<CalendarStatus>
  /** Where and when the account works. */
  times(): Promise<WorkingTime>
  /** Holds from then on; what was read before stays as it was read. */
  changeTimes(change: WorkingTimeChange): Promise<WorkingTime>
  /** "Add to calendar"; times are ISO 8601, for a mail that did not say them clearly. */
  add(eventId: string, times?: { readonly start: string; readonly end: string }): Promise<MailEvent>
  undo(eventId: string): Promise<MailEvent>
  icsUrl(eventId: string): string
  /** The bytes behind `icsUrl`, for hosts that cannot link to that address. */
  ics(eventId: string): Promise<Blob>
}

/** The calendar calls of a daemon (specification, section 7). */
export function daemonCalendar({ api, calls, userId }: AccountCallParts): Calendar {
  const { calendar } = api
  const ofUser = () => ({ userId: userId() })
  const ofEvent = (eventId: string) => ({ ...ofUser(), eventId })
  const { times } = api.settings[':userId']
  const eventCalls = calendar.events[':userId'][':eventId']
  const icsUrl = (eventId: string) => eventCalls.ics.$url({ param: ofEvent(eventId) }).href

  return {
    status: async () =>
      calls.ask(calendar.status[':userId'].$get({ param: ofUser() }), LeastStatus),
    async connect() {
      const asking = calendar.connect.$post({ json: ofUser() })
      return (await calls.ask(asking, CalendarConnection)).authUrl
    },
    // a sign-in that nobody finishes ends by itself
    abandon() {},
    choose: async (kind) => calls.ask(calendar[kind].$post({ json: ofUser() }), LeastStatus),
    agenda: async () => calls.ask(calendar.agenda[':userId'].$get({ param: ofUser() }), Agenda),
    disconnect: async () =>
      calls.ask(calendar.connection[':userId'].$delete({ param: ofUser() }), LeastStatus),
    renewFeed: async () => calls.ask(calendar.feed.$post({ json: ofUser() }), LeastStatus),
    times: async () => calls.ask(times.$get({ param: ofUser() }), WorkingTime),
    changeTimes: async (json) => calls.ask(times.$patch({ param: ofUser(), json }), WorkingTime),
    async add(eventId, chosen) {
      const about = { param: ofEvent(eventId), json: { ...ofUser(), ...chosen } }
      return calls.ask(eventCalls.$post(about), MailEvent)
    },
    undo: async (eventId) => calls.ask(eventCalls.$delete({ param: ofEvent(eventId) }), MailEvent),
    icsUrl,
    ics: (eventId) => calls.blob(fetch(icsUrl(eventId), { credentials: 'include' })),
  }
}

const LeastStatus = orDefaults(CalendarStatus, {
  error: null,
  kind: null,
  canUseGoogle: true,
  isGoogleSignedIn: false,
  wasChosen: true,
  feedUrl: null,
  timeZone: 'UTC',
})
