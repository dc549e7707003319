import { EventTime } from '@shortlist/contracts/calendar'
import { z } from 'zod'
import { Claim, compareText, isCallOff, Lineage, lineageOf, startOf, uidKey } from './claim.ts'
import { eventId } from './event-id.ts'

const ExactTime = EventTime.refine((time) => time.kind !== 'unclear').transform(
  (time) => time as Exclude<typeof time, { kind: 'unclear' }>,
)

/** Addresses of systems that many employers share; two interviews at one time are two there. */
const WRITES_FOR_MANY =
  /^(?:no-?_?reply|do-?not-?reply|notifications?|invitations?|calendar|scheduling|mailer)\b/

/** An event as it was handed to a calendar. */
export const PlacedEvent = z.object({
  calendar: z.enum(['google', 'local']),
  summary: z.string(),
  location: z.string(),
  description: z.string(),
  time: ExactTime,
  emailId: z.string(),
  link: z.string(),
})
export type PlacedEvent = z.infer<typeof PlacedEvent>

/**
 * An appointment: what mails say about it, what was decided, and what the calendar holds. The state
 * on a card is worked out from these, never stored.
 */
export const LedgerRow = z.object({
  /** Also the id of the event in the calendar. */
  id: z.string(),
  /** The invitation that leads it; null for texts alone. */
  lineage: Lineage.nullable(),
  claims: z.array(Claim),
  /** The mail that calls it off by a sentence, and whether it may; null where none does. */
  callOff: z.object({ emailId: z.string(), isActing: z.boolean() }).nullable().default(null),
  /** What code decided about one version; null before. */
  verdict: z
    .object({
      version: z.string(),
      isAutomatic: z.boolean(),
      reason: z.string().nullable(),
      /** `busy`: the calendar holds something else then. `left-over`: beyond the budget. */
      kind: z.enum(['busy', 'left-over']).optional(),
    })
    .nullable(),
  /**
   * What the user decided. `undone` holds for good, `added` for one version and `despite` the mail
   * that had called it off.
   */
  choice: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('undone'), where: z.enum(['card', 'calendar']) }),
      z.object({
        kind: z.literal('added'),
        version: z.string(),
        time: ExactTime,
        despite: z.string().optional(),
      }),
    ])
    .nullable(),
  /** What the calendar holds as far as is known; null for nothing. */
  placed: PlacedEvent.nullable(),
  /** What the calendar is being asked: stored before it is asked, taken away after it has answered. */
  intent: z.enum(['put', 'remove']).nullable(),
  /** Why the calendar could not be asked or refused; tried again. */
  failure: z.string().nullable(),
  /** A deleted event of ours lies in the calendar: not the user's doing, so it may be put back. */
  isLeftover: z.boolean(),
  /** When it was first created by itself, ISO 8601, and in which sync. */
  created: z.object({ at: z.string(), syncId: z.string(), emailId: z.string() }).nullable(),
})
export type LedgerRow = z.infer<typeof LedgerRow>

export function emptyRow(id: string, lineage: Lineage | null): LedgerRow {
  return {
    id,
    lineage,
    claims: [],
    callOff: null,
    verdict: null,
    choice: null,
    placed: null,
    intent: null,
    failure: null,
    isLeftover: false,
    created: null,
  }
}

/** The event id that a claim has where no row holds it yet; `account` is the user id. */
export function rowIdOf(account: string, claim: Claim): string {
  const { proposal, threadKey } = claim
  const { time } = proposal
  const lineage = lineageOf(claim)
  if (lineage)
    return eventId([account, 'uid', lineage.uid, lineage.sender, lineage.occurrence ?? ''])
  const start = startOf(time)
  if (start !== null) return eventId([account, 'start', threadKey, start])
  return eventId([account, 'text', threadKey, time.kind === 'unclear' ? time.text : ''])
}

/** Where a series is looked for that goes on. */
export const SERIES = 'series'

/** Under what a row can be found: its mails, UIDs and conversations, and when and by whom it is. */
export function keysOf({ claims }: LedgerRow): string[] {
  const keys = claims.flatMap((claim) => [
    mailKey(claim.emailId),
    ...slotKeys(claim),
    ...conversationKeys(claim),
    ...[lineageOf(claim) ?? []].flat().map(uidKey),
    ...(isCallOff(claim) ? conversationKeys(claim).map(callOffKey) : []),
    ...(claim.proposal.repeats?.length ? [SERIES] : []),
  ])
  return [...new Set(keys)]
}

/** Under what the rows are found whose claims may belong together with a claim. */
export function neighborKeys(claim: Claim): string[] {
  const conversation = conversationKeys(claim)
  return [
    ...slotKeys(claim),
    ...[lineageOf(claim) ?? []].flat().map(uidKey),
    ...(isCallOff(claim) ? conversation : conversation.map(callOffKey)),
  ]
}

export function mailKey(emailId: string): string {
  return `mail ${emailId}`
}

/** What the mails of one conversation have in common, any two of them at least one. */
export function conversationKeys({ threadKey, conversation }: Claim): string[] {
  if (conversation.length > 0) return conversation.map((id) => `talk ${id}`)
  return threadKey === '' ? [] : [`talk ${threadKey}`]
}

function callOffKey(conversationKey: string): string {
  return `off ${conversationKey}`
}

/** One conversation has one appointment at one time, and so has one sender; none is brought by a cancellation. */
export function slotKeys(claim: Claim): string[] {
  const { sender, proposal } = claim
  const { time, method } = proposal
  if (method === 'cancel') return []
  const start = startOf(time)
  const when = start ?? (time.kind === 'unclear' ? `? ${time.text}` : '')
  const bySender =
    start === null || sender === '' || WRITES_FOR_MANY.test(sender)
      ? []
      : [`sender ${when} ${sender}`]
  return [...conversationKeys(claim).map((key) => `${key} at ${when}`), ...bySender]
}

/** Rows in an order that does not depend on when they came. */
export function compareRows(one: LedgerRow, other: LedgerRow): number {
  return compareText(one.id, other.id)
}
