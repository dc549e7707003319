import type { Finding } from '@shortlist/contracts/mail'
import type { MailRow, NeedReason } from '@shortlist/contracts/mail-rows'
import type { Asks } from '../ports.ts'
import type { StoredMail } from '../store/mail-records.ts'

const DAY_MS = 86_400_000
/** A question is not waited for any more after so long. */
const ASKED_DAYS = 30
/** A deadline is told so long before it, and after it was missed. */
const DUE_DAYS = 7
const MISSED_DAYS = 3

/** Why a mail needs its reader, from `since` until `until` (ISO 8601, UTC). */
export interface Need {
  readonly reason: Exclude<NeedReason, 'decide'>
  readonly since: string
  readonly until: string
}

/** What the user has made of a mail. */
export type Mark = Readonly<Pick<MailRow, 'mark' | 'until'>>

export const OPEN: Mark = { mark: 'open', until: null }

/** Later than every time that is compared with it. */
export const FOREVER = '9999'

/**
 * When and why a mail needs its reader, as long as nobody marks it anew. What waits for a decision is
 * the calendar's to know. Nobody is needed for what is sent to many, looks like a scam or is done.
 */
export function needsOf(mail: StoredMail, { mark, until }: Mark): Need[] {
  if (mark === 'done') return []
  const needs = neededFor(mail)
  if (mark === 'open' || until === null) return needs
  const lasting = needs.filter((need) => need.until > until)
  return [
    { reason: 'back', since: until, until: FOREVER },
    ...lasting.map((need) => ({ ...need, since: later(need.since, until) })),
  ]
}

function neededFor({ row, finding, isSuspicious, asks, correction }: StoredMail): Need[] {
  if (!finding || isSuspicious || correction.category === 'newsletter') return []
  const { dues, isChange, isReply } = asks ?? seemsToAsk(finding)
  const asked = { since: row.date, until: after(row.date, ASKED_DAYS) }
  const needs: Need[] = dues.map((due) => {
    const since = later(after(due, -DUE_DAYS), row.date)
    return { reason: 'deadline', since, until: after(due, MISSED_DAYS) }
  })
  if (isChange) needs.push({ reason: 'changed', ...asked })
  if (isReply) needs.push({ reason: 'reply', ...asked })
  return needs
}

/** Mails that were analysed before anybody looked for it are not read again. */
function seemsToAsk({ actionItems, draftResponse }: Finding): Asks {
  return { isReply: actionItems.length > 0 && draftResponse !== '', isChange: false, dues: [] }
}

/** The last moment before the deadline that a need is about: that of a day is still of this day. */
export function dueOf({ until }: Pick<Need, 'until'>): string {
  return new Date(Date.parse(after(until, -MISSED_DAYS)) - 1).toISOString()
}

function after(instant: string, days: number): string {
  return new Date(Date.parse(instant) + days * DAY_MS).toISOString()
}

function later(one: string, other: string): string {
  return one < other ? other : one
}
