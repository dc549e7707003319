import { z } from 'zod'
import { Category, Email, Priority } from './mail.ts'

/** What one answer holds at most, and what one act changes. */
export const ROWS_MAX = 50
export const MARKED_AT_ONCE_MAX = 500
/** What a row says of its mail in one line, in characters. */
export const ROW_LINE_MAX_CHARACTERS = 120
/** What is searched for, in characters. */
const SEARCH_MAX_CHARACTERS = 200

/** `needs-you`: asks something of its reader now. `snoozed`: put off, and not back yet. */
export const MailView = z.enum(['needs-you', 'everything', 'done', 'snoozed'])
export type MailView = z.infer<typeof MailView>

/** What the user has made of a mail; the mailbox is not told. */
export const MailMark = z.enum(['open', 'done', 'snoozed'])
export type MailMark = z.infer<typeof MailMark>

/**
 * Why a mail needs its reader, the weightiest first. `back`: it was put off until now. `decide`: an
 * appointment waits for a yes or no. `changed`: an appointment was moved or called off.
 */
export const NeedReason = z.enum(['back', 'deadline', 'decide', 'changed', 'reply'])
export type NeedReason = z.infer<typeof NeedReason>

/** A mail as a line of a list. Times are ISO 8601, UTC. */
export const MailRow = z
  .object({
    id: z.string(),
    subject: z.string(),
    from: z.object({ name: z.string(), address: z.string() }),
    date: z.string(),
    /** What there is to know or to do, in one line. */
    line: z.string(),
    /** Null where it asks for nothing now. */
    reason: NeedReason.nullable(),
    /** The last moment before a deadline; null for other reasons. */
    due: z.string().nullable(),
    priority: Priority.nullable(),
    category: Category.nullable(),
    status: z.enum(['pending', 'analyzed', 'failed']),
    mark: MailMark,
    /** When a snoozed mail comes back. */
    until: z.string().nullable(),
    hasEvent: z.boolean(),
    hasDraft: z.boolean(),
    isSuspicious: z.boolean(),
  })
  .meta({ id: 'MailRow' })
export type MailRow = z.infer<typeof MailRow>

/** One mail with everything that is known of it. */
export const OpenMail = Email.extend(
  MailRow.pick({ reason: true, due: true, mark: true, until: true }).shape,
).meta({ id: 'OpenMail' })
export type OpenMail = z.infer<typeof OpenMail>

/** Which mails are meant: those of a view that fit all that is named, of one of the categories. */
export const MailFilter = z.object({
  view: MailView.default('everything'),
  priority: Priority.optional(),
  category: z.union([Category.transform((one) => [one]), z.array(Category)]).optional(),
  q: z.string().max(SEARCH_MAX_CHARACTERS).optional(),
})
export type MailFilter = z.infer<typeof MailFilter>

/**
 * `from`: place of the first row. `around`: a mail whose page is wanted; it wins over `from`. Sorted by
 * priority, what is not analysed comes last; always the newest first.
 */
export const MailRowsQuery = MailFilter.extend({
  sort: z.enum(['newest', 'priority']).default('newest'),
  from: z.coerce.number().int().min(0).default(0),
  around: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(ROWS_MAX).default(ROWS_MAX),
})
export type MailRowsQuery = z.infer<typeof MailRowsQuery>

/** How many mails each choice would show, given the others. */
export const MailCounts = z.object({
  views: z.record(MailView, z.int()),
  /** Of the asked view and categories; `all` counts those too that are not analysed. */
  priorities: z.record(z.enum([...Priority.options, 'all']), z.int()),
  /** Of the asked view and priority. */
  categories: z.record(z.enum([...Category.options, 'all']), z.int()),
  /** Mails of the view that are not analysed. */
  pending: z.int(),
})
export type MailCounts = z.infer<typeof MailCounts>

/** Newest first; mails that are back stand before all others of what needs their reader. */
export const MailPage = z
  .object({
    rows: z.array(MailRow).max(ROWS_MAX),
    /** Place of the first row among all that fit. */
    from: z.int(),
    /** How many fit. */
    total: z.int(),
    counts: MailCounts,
    /** Changes with every mail and mark. */
    revision: z.int(),
    /** When the next mail comes back, becomes due or stops to be; null where nothing is to come. */
    next: z.string().nullable(),
  })
  .meta({ id: 'MailPage' })
export type MailPage = z.infer<typeof MailPage>

/**
 * Marks mails by their ids, or the first that fit a filter as the list was at a revision and that are
 * marked otherwise: asked again and again it marks them all.
 */
export const MarkRequest = z
  .object({
    /** Chosen by the client; the same once more changes nothing, and it is what is undone by. */
    changeId: z.string().min(1).max(64),
    mark: MailMark,
    /** With `snoozed`: when it comes back, within two years. */
    until: z.iso.datetime().optional(),
    ids: z.array(z.string().max(64)).min(1).max(MARKED_AT_ONCE_MAX).optional(),
    filter: MailFilter.optional(),
    revision: z.int().optional(),
  })
  .refine(({ mark, until }) => (mark === 'snoozed') === (until !== undefined), {
    message: 'A snoozed mail needs a time, and no other mark has one.',
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    message: 'Either ids or a filter says which mails are meant.',
  })
export type MarkRequest = z.infer<typeof MarkRequest>

export const MarkReply = z.object({ changed: z.int(), revision: z.int() }).meta({ id: 'MarkReply' })
export type MarkReply = z.infer<typeof MarkReply>
