import { z } from 'zod'
import { EventTime } from './calendar.ts'
import { MailRow } from './mail-rows.ts'

/** What one look holds at most. */
export const INTERVIEWS_SHOWN = 3
export const NEEDS_SHOWN = 5
export const DEADLINES_SHOWN = 4
export const CHANGES_SHOWN = 6
/** What one answer tells of what was done at most. */
export const CHANGES_MAX = 50

const Place = z.object({ summary: z.string(), time: EventTime, emailId: z.string() })

/** An interview in the calendar that is not over. */
export const Interview = Place.extend({
  eventId: z.string(),
  /** Who wrote the newest mail that brought it. */
  from: z.string(),
  /** Where it takes place; at its end there may be the address of a call. */
  location: z.string(),
  /** Address of the event in its calendar, or empty. */
  link: z.string(),
  /** What a mail says against it, as a sentence; null where nothing is said. */
  reason: z.string().nullable(),
  /** What else stands in the calendar at the same time. */
  meets: z.array(Place).max(INTERVIEWS_SHOWN),
})
export type Interview = z.infer<typeof Interview>

/** What somebody wants by a day. */
export const Deadline = z.object({
  emailId: z.string(),
  subject: z.string(),
  from: z.string(),
  /** The last moment before it; ISO 8601, UTC. */
  due: z.string(),
})
export type Deadline = z.infer<typeof Deadline>

/** What was done in the calendar by itself, and for what. Times are ISO 8601, UTC. */
export const Change = Place.extend({
  eventId: z.string(),
  act: z.enum(['entered', 'moved', 'removed']),
  /** When it was done; with `eventId` it names the change. */
  at: z.string(),
  /** Of what was moved: when it was to be before. */
  was: EventTime.nullable(),
  /** The words of the mail that say so. */
  sentence: z.string(),
})
export type Change = z.infer<typeof Change>

/** All that was done by itself, the newest first. */
export const Changes = z
  .object({ changes: z.array(Change).max(CHANGES_MAX) })
  .meta({ id: 'Changes' })

/** What is to be taken back. */
export const ChangeToUndo = Change.pick({ eventId: true, at: true })

/** False where it did not hold any more: nothing was changed. */
export const ChangeUndone = z.object({ isUndone: z.boolean() }).meta({ id: 'ChangeUndone' })

/** Up to when somebody has seen Today. */
export const SeenToday = z.object({ asOf: z.iso.datetime() })

/** What an account looks at in the morning. Times are ISO 8601, UTC. */
export const Today = z
  .object({
    asOf: z.string(),
    /** Null where there is no mailbox; `error` says in a sentence why it cannot be read. */
    mailbox: z.object({ error: z.string().nullable() }).nullable(),
    /** The next ones, soonest first. */
    interviews: z.array(Interview).max(INTERVIEWS_SHOWN),
    /** As the view of mail has them. */
    needs: z.object({ rows: z.array(MailRow).max(NEEDS_SHOWN), total: z.int() }),
    /** What was missed first. */
    deadlines: z.array(Deadline).max(DEADLINES_SHOWN),
    /** What has come and was done since the end of the last visit. */
    since: z.object({
      /** Null before the first visit. */
      from: z.string().nullable(),
      /** How many mails were read that are newer. */
      mails: z.int(),
      /** How much was done; `changes` holds the newest. */
      total: z.int(),
      changes: z.array(Change).max(CHANGES_SHOWN),
    }),
    /** When something of it is over or due; null where nothing is to come. */
    next: z.string().nullable(),
  })
  .meta({ id: 'Today' })
export type Today = z.infer<typeof Today>

/** What can be set up, in the order in which it is offered. */
export const SetupLine = z.enum(['sample', 'mailbox', 'model', 'calendar', 'folder', 'panel'])
export type SetupLine = z.infer<typeof SetupLine>

/** What is set up of what this account can set up; told by looking at what is there. */
export const SetupList = z
  .object({
    lines: z.array(z.object({ line: SetupLine, isDone: z.boolean() })),
    isHidden: z.boolean(),
  })
  .meta({ id: 'SetupList' })
export type SetupList = z.infer<typeof SetupList>

export const SetupListChange = SetupList.pick({ isHidden: true }).meta({ id: 'SetupListChange' })
