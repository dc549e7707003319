import type { Finding } from '@shortlist/contracts/mail'
import type { Asks } from '../src/mail/ports.ts'
import { needsOf, OPEN } from '../src/mail/rows/needs-you.ts'
import { newlyStored, type StoredMail } from '../src/mail/store/mail-records.ts'
import type { PersonMail } from './people.ts'

/** A mail of a person with what was said about it by weights that do not know the person. */
export interface JudgedMail {
  readonly letter: string
  readonly mail: PersonMail
  readonly finding: Finding
  readonly isSuspicious: boolean
  readonly asks: Asks | null
  /** What the mail does about a meeting; where there is none it mentions one at most. */
  readonly act: string
  /** When the appointments begin that may stand without a question, ISO 8601, UTC. */
  readonly booked: readonly string[]
  /** When those begin that should, and may. */
  readonly right: readonly string[]
}

const DAY_MS = 86_400_000
const ASKED_DAYS = 30
const DUE_DAYS = 7
const MISSED_DAYS = 3

const answers: ReadonlySet<string> = new Set([
  'confirm',
  'choose',
  'give-times',
  'send-something',
  'accept-or-decline',
  'answer-question',
  'ack-cancel',
])
const changes: ReadonlySet<string> = new Set(['moves', 'cancels', 'postpones'])

/** Whether a mail wants an answer of its reader, or changes an appointment. */
export function asksReader({ scam, reply, act }: PersonMail['truth']): boolean {
  return !scam && (answers.has(reply) || changes.has(act))
}

/**
 * Whether a mail that nobody has marked needs its reader at a time, by what is true of it: it asks for
 * something or changes an appointment and is not older than 30 days, or has a deadline within a week
 * that was missed by three days at most.
 */
export function needsReader({ truth, date }: PersonMail, now: number): boolean {
  const age = now - Date.parse(date)
  if (truth.scam || age < 0) return false
  if (age < ASKED_DAYS * DAY_MS && asksReader(truth)) return true
  return deadlinesOf(truth).some((at) => {
    return at - DUE_DAYS * DAY_MS <= now && now < at + MISSED_DAYS * DAY_MS
  })
}

/** What an analysis would say that finds the whole truth and nothing else. */
export function trueAsks({ truth }: PersonMail): Asks {
  return {
    isReply: answers.has(truth.reply),
    isChange: changes.has(truth.act),
    dues: deadlinesOf(truth).map((at) => new Date(at).toISOString()),
  }
}

function deadlinesOf({ hasDeadline, events }: PersonMail['truth']): number[] {
  return events.flatMap(({ start, book }) => (hasDeadline && !book ? [Date.parse(start)] : []))
}

/** The same by what the analysis has found. */
export function seemsToNeedReader(
  judged: Pick<JudgedMail, 'mail' | 'finding' | 'isSuspicious' | 'asks'>,
  now: number,
): boolean {
  const at = new Date(now).toISOString()
  const date = new Date(judged.mail.date).toISOString()
  if (date > at) return false
  const row = { date } as StoredMail['row']
  const { finding, isSuspicious, asks } = judged
  const mail: StoredMail = { ...newlyStored(row), finding, isSuspicious, asks }
  return needsOf(mail, OPEN).some(({ since, until }) => since <= at && until > at)
}

/** Each pair of truth and guess on the mornings of all days on which a mail came. */
export function needsOverTime(
  judged: readonly Parameters<typeof seemsToNeedReader>[0][],
): (readonly [boolean, boolean])[] {
  const days = judged.map(({ mail }) => Math.ceil(Date.parse(mail.date) / DAY_MS) * DAY_MS)
  return [...new Set(days)].flatMap((now) =>
    judged
      .filter(({ mail }) => Date.parse(mail.date) <= now)
      .map((each) => [needsReader(each.mail, now), seemsToNeedReader(each, now)] as const),
  )
}
