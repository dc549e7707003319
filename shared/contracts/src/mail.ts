import { z } from 'zod'
import { CalendarEvent, MailEvent } from './calendar.ts'
import {
  ACTION_ITEM_MAX_CHARACTERS,
  ACTION_ITEMS_MAX,
  DRAFT_MAX_CHARACTERS,
  EXPLAINING_WORD_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
} from './limits.ts'

export const Priority = z.enum(['high', 'medium', 'low'])
export type Priority = z.infer<typeof Priority>

/** The categories of the specification (section 3). */
export const Category = z.enum([
  'job_application',
  'job_rejection',
  'job_acceptance',
  'job_interview',
  'job_offer',
  'event',
  'learning',
  'tools',
  'networking',
  'newsletter',
  'community',
  'freelance',
  'other',
])
export type Category = z.infer<typeof Category>

export const Sentiment = z.enum(['positive', 'neutral', 'negative'])
export type Sentiment = z.infer<typeof Sentiment>

/** What is true of a mail beside its words and speaks for its category. */
export const MailFact = z.enum([
  'scam',
  'unknown-language',
  'calendar-entry',
  'hiring-system',
  'scheduler',
  'signing-service',
  'program',
])
export type MailFact = z.infer<typeof MailFact>

/** How sure an analysis is of the category, why, and what the mail may be instead. */
export const Explanation = z
  .object({
    /** None where nobody has measured it: a language model judged, or the mail looks like a scam. */
    sureness: z.enum(['sure', 'likely', 'unsure']).optional(),
    facts: z.array(MailFact).max(2),
    /** Single words of the mail that speak for the category, the weightiest first. */
    words: z.array(z.string().max(EXPLAINING_WORD_MAX_CHARACTERS)).max(3),
    /** The category that the analysis chose, then the likeliest others. */
    categories: z.array(Category).max(3),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.infer<typeof Explanation>

/** What an analysis says about a mail, apart from its appointments. All texts are plain. */
export const Finding = z
  .object({
    priority: Priority,
    category: Category,
    sentiment: Sentiment,
    hasInterview: z.boolean(),
    hasDeadline: z.boolean(),
    summary: z.string().max(SUMMARY_MAX_CHARACTERS),
    actionItems: z.array(z.string().max(ACTION_ITEM_MAX_CHARACTERS)).max(ACTION_ITEMS_MAX),
    /** A reply that nobody has sent; empty where none is due. */
    draftResponse: z.string().max(DRAFT_MAX_CHARACTERS),
    /** Who says so: the language model or the built-in rules. */
    analyzer: z.enum(['model', 'rules']),
    /** The model's name, where it is known. */
    model: z.string().optional(),
    /** None in findings that were stored by versions before 0.3. */
    explanation: Explanation.optional(),
  })
  .meta({ id: 'Finding' })
export type Finding = z.infer<typeof Finding>

/** `calendarEvents` are those that were created; all others stand in the `events` of the email. */
export const Analysis = Finding.extend({ calendarEvents: z.array(CalendarEvent) }).meta({
  id: 'Analysis',
})
export type Analysis = z.infer<typeof Analysis>

/** `hidden-text`: the mail holds text that a reader does not see. `suspicious`: looks like a scam. */
export const MailWarning = z.enum([
  'hidden-text',
  'suspicious',
  'sender-unproven',
  'unreadable',
  'truncated',
])
export type MailWarning = z.infer<typeof MailWarning>

/** One mail as a card shows it. */
export const Email = z
  .object({
    id: z.string(),
    subject: z.string(),
    /** Name and address as a header shows them. */
    from: z.string(),
    /** Where a reply goes: Reply-To, else From; a bare address, or empty. */
    replyTo: z.string(),
    /** ISO 8601, UTC. */
    date: z.string(),
    snippet: z.string(),
    bodyPreview: z.string(),
    /** Address of this mail at its provider, or empty. */
    webLink: z.string(),
    analyzed: z.boolean(),
    status: z.enum(['pending', 'analyzed', 'failed']),
    /** Why the analysis failed, as a sentence; null otherwise. */
    failure: z.string().nullable(),
    analysis: Analysis.nullable(),
    /** Copies of what the analysis says, after corrections. */
    summary: z.string().nullable(),
    category: Category.nullable(),
    priority: Priority.nullable(),
    /** What the user has set by hand; it is never overwritten. */
    corrected: z.array(z.enum(['priority', 'category'])),
    isNewSinceLastSync: z.boolean(),
    events: z.array(MailEvent),
    warnings: z.array(MailWarning),
    /** When our reply was saved to the Drafts folder, ISO 8601; null where it was not. */
    draftSavedAt: z.string().nullable(),
  })
  .meta({ id: 'Email' })
export type Email = z.infer<typeof Email>

/** How a mailbox is doing. All but `ready` and `connecting` come with a sentence. */
export const MailboxState = z.enum([
  'not-configured',
  'not-owner',
  'connecting',
  'ready',
  'wrong-password',
  'unreachable',
  'untrusted',
  'throttled',
  'folder-missing',
  'unreadable',
  'disk-full',
])
export type MailboxState = z.infer<typeof MailboxState>

/** A sync that runs. */
export const SyncProgress = z
  .object({
    analyzed: z.number().int(),
    total: z.number().int(),
    /** The mail that was begun last, or null while mails are still fetched. */
    emailId: z.string().nullable(),
    subject: z.string().nullable(),
    /** ISO 8601, UTC. */
    startedAt: z.string(),
    isCancelling: z.boolean(),
  })
  .meta({ id: 'SyncProgress' })
export type SyncProgress = z.infer<typeof SyncProgress>

export const MailboxInfo = z
  .object({
    kind: z.enum(['imap', 'files', 'sample', 'none']),
    state: MailboxState,
    /** The address, the file or folder, or "Sample mail". */
    label: z.string(),
    /** Of a known provider, for instance "Gmail"; null otherwise. */
    provider: z.string().nullable(),
    /** The server of a mailbox that no known provider keeps; left out otherwise. */
    host: z.string().optional(),
    /** Where the provider makes app passwords; null where it is not known. */
    appPasswordUrl: z.string().nullable(),
    /** When a connection that was lost is tried again, ISO 8601; null where none is planned. */
    retryAt: z.string().nullable(),
    canSaveDrafts: z.boolean(),
    /** Where "Use Draft" leads, an address that takes `to`, `subject` and `body`. */
    composeUrl: z.string(),
    /** Nothing is read until its user resumes it; left out where that is not so. */
    isPaused: z.boolean().optional(),
  })
  .meta({ id: 'MailboxInfo' })
export type MailboxInfo = z.infer<typeof MailboxInfo>

/** The mailbox of an account from what is known; asking never opens a connection. */
export const MailStatus = z
  .object({
    connected: z.boolean(),
    error: z.string().nullable(),
    /** Newest first. */
    emails: z.array(Email),
    /** When a sync last ended, ISO 8601; null before the first one. */
    lastSync: z.string().nullable(),
    mailbox: MailboxInfo,
    sync: SyncProgress.nullable(),
  })
  .meta({ id: 'MailStatus' })
export type MailStatus = z.infer<typeof MailStatus>

/** The mails as they are stored now; their analyses follow as events. */
export const SyncReply = z
  .object({
    emails: z.array(Email),
    status: z.literal('preliminary'),
    analysisInProgress: z.boolean(),
    performance: z.object({ totalFetched: z.number(), newStored: z.number() }),
  })
  .meta({ id: 'SyncReply' })
export type SyncReply = z.infer<typeof SyncReply>

export const EmailList = z
  .object({ emails: z.array(Email), total: z.number(), source: z.literal('database') })
  .meta({ id: 'EmailList' })

export const MailConnection = z
  .object({ success: z.boolean(), message: z.string() })
  .meta({ id: 'MailConnection' })

export const EmailPath = z.object({
  userId: z.string(),
  emailId: z.string().regex(/^[a-z0-9-]{8,80}$/),
})
/** `none` answers with an empty list: for whoever shows mails as rows. */
export const MailStatusQuery = z.object({ emails: z.enum(['all', 'none']).default('all') })
export const EmailListQuery = z.object({ limit: z.coerce.number().int().min(1).optional() })

/** What the user sets by hand; a field that is left out stays as it is. */
export const Correction = z
  .object({
    userId: z.string().min(1),
    priority: Priority.optional(),
    category: Category.optional(),
  })
  .meta({ id: 'Correction' })

/** The reply as the user wants it saved to the Drafts folder. */
export const DraftToSave = z
  .object({
    userId: z.string().min(1),
    body: z.string().regex(/\S/).max(DRAFT_MAX_CHARACTERS),
  })
  .meta({ id: 'DraftToSave' })
