import { z } from 'zod'

/** A calendar event as cards show it (specification, section 3). Times are ISO 8601. */
export const CalendarEvent = z
  .object({
    summary: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    location: z.string(),
    /** Address of the event in its calendar, or empty. */
    link: z.string(),
  })
  .meta({ id: 'CalendarEvent' })
export type CalendarEvent = z.infer<typeof CalendarEvent>

/**
 * When something takes place. `instant`: ISO 8601 in UTC, with the IANA zone it was written in.
 * `day`: whole days, `end` exclusive (RFC 5545, 3.6.1). `unclear`: code could not resolve the words.
 */
export const EventTime = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('instant'),
      start: z.string(),
      end: z.string(),
      timeZone: z.string(),
    }),
    z.object({ kind: z.literal('day'), start: z.iso.date(), end: z.iso.date() }),
    z.object({ kind: z.literal('unclear'), text: z.string(), reason: z.string() }),
  ])
  .meta({ id: 'EventTime' })
export type EventTime = z.infer<typeof EventTime>

/** Where an appointment was read, most trusted first. */
export const EventSource = z.enum(['invitation', 'json-ld', 'rules', 'model'])
export type EventSource = z.infer<typeof EventSource>

/** What the sentence of a mail does to the time that it names. */
export const SpeechAct = z.enum([
  'confirms',
  'invites',
  'asks',
  'offers',
  'wants-times',
  'moves',
  'cancels',
  'postpones',
  'reminds',
  'mentions',
])
export type SpeechAct = z.infer<typeof SpeechAct>

/**
 * An appointment that was found in a mail. `uid`, `sequence` and `recurrenceId` are those of the
 * invitation (RFC 5545, RFC 5546); elsewhere `uid` is null. `recurrenceId` is an instant in UTC or
 * a day and names one occurrence of a series.
 */
export const EventProposal = z
  .object({
    source: EventSource,
    method: z.enum(['request', 'cancel']),
    uid: z.string().nullable(),
    sequence: z.number().int().min(0),
    recurrenceId: z.string().nullable(),
    /** The last change by its author (DTSTAMP), ISO 8601 in UTC; orders equal sequences. */
    stamp: z.string().nullable(),
    summary: z.string(),
    location: z.string(),
    time: EventTime,
    /** The words of the mail that say so, verbatim; of an invitation, what it says in short. */
    evidence: z.string(),
    /**
     * Whether code read the same instant from `evidence`, and `evidence` stands in the visible text.
     * Always true for invitations and JSON-LD.
     */
    isProven: z.boolean(),
    /** Address of the ORGANIZER of an invitation. */
    organizer: z.string().optional(),
    /** Later occurrences of the same length, as `recurrenceId`s, in order. */
    repeats: z.array(z.string()).optional(),
    /** Of the sentence that names the time; an invitation has none. */
    act: SpeechAct.optional(),
  })
  .meta({ id: 'EventProposal' })
export type EventProposal = z.infer<typeof EventProposal>

/**
 * `created`: in the calendar. `waiting`: only on the card, until the user adds it. `superseded`: a
 * later mail has moved it. `cancelled`: its author called it off. `undone`: the user removed it, and
 * it is never created again by itself. `failed`: the calendar refused it; tried again at each sync.
 */
export const EventState = z.enum([
  'created',
  'waiting',
  'superseded',
  'cancelled',
  'undone',
  'failed',
])
export type EventState = z.infer<typeof EventState>

/** An appointment of a mail and what became of it. */
export const MailEvent = CalendarEvent.extend({
  /** Deterministic: the same appointment has the same id in every sync. */
  id: z.string(),
  time: EventTime,
  state: EventState,
  /** Why it is in this state, as a sentence; null where nothing needs saying. */
  reason: z.string().nullable(),
  source: EventSource,
  evidence: z.string(),
  /** Whether an .ics file of it can be downloaded. */
  hasIcs: z.boolean(),
  /**
   * What the user may answer. `called-off`: a mail has called it off by a sentence, so that it may be
   * put back. `remove-or-keep`: somebody writes that it is cancelled, and it stays until the user says.
   * `left-over`: it waits since no more are added by themselves. Absent: nothing is asked.
   */
  question: z.enum(['called-off', 'remove-or-keep', 'left-over']).optional(),
}).meta({ id: 'MailEvent' })
export type MailEvent = z.infer<typeof MailEvent>

/**
 * The calendar of an account. Screens read `connected` and `error`; the rest is for set-up.
 * Answered from memory as far as possible.
 */
export const CalendarStatus = z
  .object({
    connected: z.boolean(),
    /** One sentence, or null. */
    error: z.string().nullable(),
    kind: z.enum(['google', 'local']).nullable(),
    /** Whether a Google client is configured at all. */
    canUseGoogle: z.boolean(),
    /** Whether Google can be used without another sign-in, also while another calendar is. */
    isGoogleSignedIn: z.boolean(),
    /** Whether the account has ever had a calendar, or has said that it wants none. */
    wasChosen: z.boolean(),
    /** Address of the .ics feed, a secret of its owner; null unless the calendar is a local one. */
    feedUrl: z.string().nullable(),
    /** IANA name of the zone that times without one are read in. */
    timeZone: z.string(),
  })
  .meta({ id: 'CalendarStatus' })
export type CalendarStatus = z.infer<typeof CalendarStatus>

/** Which calendar takes appointments from now on; `none` of them. */
export const CalendarChoice = z.enum(['google', 'local', 'none'])
export type CalendarChoice = z.infer<typeof CalendarChoice>

/** How many days the agenda shows, today included. */
export const AGENDA_DAYS = 14

/** What stands in the local calendar for the coming days, whatever mail it came from; earliest first. */
export const Agenda = z
  .object({
    events: z.array(
      MailEvent.pick({ id: true, summary: true, location: true, time: true }).extend({
        /** The mail that it was read in; it may have gone. */
        emailId: z.string(),
      }),
    ),
  })
  .meta({ id: 'Agenda' })
export type Agenda = z.infer<typeof Agenda>

const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00')

/** When somebody works, in their zone. */
export const WorkingHours = z
  .object({
    /** From 1, Monday, to 7 (ISO 8601). */
    days: z.array(z.int().min(1).max(7)).min(1).max(7),
    from: Clock,
    to: Clock,
  })
  .refine(({ from, to }) => from < to, 'must end after they begin')
  .meta({ id: 'WorkingHours' })
export type WorkingHours = z.infer<typeof WorkingHours>

/** Where and when an account works. */
export const WorkingTime = z
  .object({
    /** IANA name of the zone that times without one are read in, and in which days begin. */
    zone: z.string(),
    /** The variable that names the zone; null where none does. */
    setBy: z.string().nullable(),
    /** Drafted replies that ask for times remind of them, once they were set. */
    hours: WorkingHours,
  })
  .meta({ id: 'WorkingTime' })
export type WorkingTime = z.infer<typeof WorkingTime>

export const WorkingTimeChange = z
  .object({ zone: z.string().min(1).max(64).optional(), hours: WorkingHours.optional() })
  .meta({ id: 'WorkingTimeChange' })
export type WorkingTimeChange = z.infer<typeof WorkingTimeChange>

/** Where the popup goes. */
export const CalendarConnection = z
  .object({ authUrl: z.string() })
  .meta({ id: 'CalendarConnection' })

export const EventPath = z.object({
  userId: z.string(),
  eventId: z.string().regex(/^[a-v0-9]{5,128}$/),
})

/** "Add to calendar": with times (ISO 8601) where the mail did not say them clearly. */
export const AddEvent = z
  .object({
    userId: z.string().min(1),
    start: z.iso.datetime({ offset: true }).optional(),
    end: z.iso.datetime({ offset: true }).optional(),
  })
  .meta({ id: 'AddEvent' })

export const CallbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
})

export const FeedPath = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}\.ics$/) })
