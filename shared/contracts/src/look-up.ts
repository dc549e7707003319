import type { EventTime } from './calendar.ts'
import { type LookUp, lookUpSources } from './suggestions.ts'
import type { Deadline, Interview, Today } from './today.ts'

/** Deadlines that one answer tells at most. */
export const DEADLINES_LOOKED_UP = 20

/** So far ahead a deadline is of this week, in days. */
const DAYS_AHEAD = 7
const DAY_MS = 86_400_000

/** What look-ups are answered from. */
export interface LookedUp extends Pick<Today, 'asOf' | 'mailbox' | 'interviews' | 'deadlines'> {
  /** IANA name of the user's zone, in which all times are told. */
  readonly zone: string
  /** Where a mail is opened; null where it cannot be. */
  readonly mailUrl: (emailId: string) => string | null
}

/**
 * The answer to a look-up in Markdown. What mails say is quoted as code, so that it neither links nor
 * formats; links lead to `mailUrl` and to the address of the event in its calendar.
 */
export function answerLookUp(lookUp: LookUp, known: LookedUp): string {
  const found = lookUp === 'nextInterview' ? nextInterview(known) : deadlines(known)
  const source = `_${lookUpSources[lookUp]}, by built-in rules, in your zone ${known.zone}. No model sees this answer._`
  return [...found, ...unread(known), source].join('\n\n')
}

/** Why something may be missing. */
function unread({ mailbox }: LookedUp): string[] {
  if (mailbox === null) {
    return [
      'Appointments and deadlines are found in mails, and no mailbox is connected. Connect one in Settings, or try it with sample mail.',
    ]
  }
  return mailbox.error === null
    ? []
    : [`Your mailbox cannot be read at present: ${asCode(mailbox.error)}`]
}

function nextInterview(known: LookedUp): string[] {
  const [next, ...later] = known.interviews
  if (!next) return ['No interview is in your calendar.']
  const { time, from, location, reason, meets } = next
  const lines = [
    asCode(next.summary),
    from && `With ${asCode(from)}`,
    location && `Where: ${asCode(location)}`,
    reason && `Check this: ${asCode(reason)}`,
    ...meets.map((other) => `At the same time: ${asCode(other.summary)}`),
    links(next, known),
  ]
  const then = later.map((one) => {
    return [`**${inWords(one.time, known.zone)}**: ${asCode(one.summary)}`, links(one, known)]
      .filter(Boolean)
      .join(' · ')
  })
  const when = `**${inWords(time, known.zone)}**`
  return [
    `Your next interview ${howSoon(time, known)}: ${when}.`,
    listed(lines),
    ...(then.length > 0 ? ['Then:', listed(then)] : []),
  ]
}

function links({ emailId, link }: Pick<Interview, 'emailId' | 'link'>, known: LookedUp): string {
  const found = [linkTo('Mail', known.mailUrl(emailId)), linkTo('Event Link', link)]
  return found.filter(Boolean).join(' · ')
}

function deadlines({ asOf, zone, mailUrl, deadlines: all }: LookedUp): string[] {
  const now = Date.parse(asOf)
  const soon = all.filter(({ due }) => Date.parse(due) < now + DAYS_AHEAD * DAY_MS)
  const tell = ({ due, subject, from, emailId }: Deadline) => {
    const day = `${Date.parse(due) < now ? 'Missed, ' : ''}${format(due, zone, dayWords)}`
    const sender = from && `, from ${asCode(from)}`
    const words = `**${day}**: ${subject ? asCode(subject) : 'no subject'}${sender}`
    return [words, linkTo('Mail', mailUrl(emailId))].filter(Boolean).join(' · ')
  }
  const next = all.find((deadline) => !soon.includes(deadline))
  return [
    ...(soon.length > 0
      ? [`Deadlines of the next ${DAYS_AHEAD} days:`, listed(soon.map(tell))]
      : [`No open mail has a deadline in the next ${DAYS_AHEAD} days.`]),
    ...(soon.length === DEADLINES_LOOKED_UP ? ['There may be more: look at Mail.'] : []),
    ...(next ? ['The next one after them:', listed([tell(next)])] : []),
  ]
}

function listed(lines: readonly (string | null)[]): string {
  return lines
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n')
}

/** Nothing where it is no address of the web. */
function linkTo(words: string, address: string | null): string {
  return address && /^https?:\/\/[^\s<>\\]+$/.test(address) ? `[${words}](<${address}>)` : ''
}

const dayWords = { weekday: 'long', day: 'numeric', month: 'long' } as const
const clock = { hour: '2-digit', minute: '2-digit' } as const

/** For instance "Wednesday 2 December, 14:00-15:00"; whole days are of every zone. */
function inWords(time: EventTime, zone: string): string {
  if (time.kind === 'unclear') return asCode(time.text)
  if (time.kind === 'day') return `${range(time, 'UTC', dayWords, DAY_MS)}, all day`
  const there = clockThere(time.start, time.timeZone)
  const here = clockThere(time.start, zone)
  const theirs = there && there !== here ? ` (${there} in ${time.timeZone})` : ''
  return `${range(time, zone, { ...dayWords, ...clock })}${theirs}`
}

/** Null where the zone is none that is known. */
function clockThere(at: string, zone: string): string | null {
  try {
    return format(at, zone, clock)
  } catch {
    return null
  }
}

/** From the start to `less` milliseconds before the end; what has no such end is told by its start. */
function range(
  time: { readonly start: string; readonly end: string },
  timeZone: string,
  parts: Intl.DateTimeFormatOptions,
  less = 0,
): string {
  const [start, end] = [Date.parse(time.start), Date.parse(time.end) - less]
  const words = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone })
  return end > start ? words.formatRange(start, end) : words.format(start)
}

function howSoon(time: EventTime, { asOf, zone }: LookedUp): string {
  if (time.kind === 'unclear') return 'has no clear time'
  if (time.kind === 'instant' && Date.parse(time.start) <= Date.parse(asOf)) return 'has begun'
  const days = (dayOf(time.start, time.kind === 'day' ? 'UTC' : zone) - dayOf(asOf, zone)) / DAY_MS
  if (days < 0) return 'has begun'
  return `is ${new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(days, 'day')}`
}

/** The beginning of a day in UTC that is called as the one in `zone` is, in epoch milliseconds. */
function dayOf(at: string, zone: string): number {
  return Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(at)))
}

function format(at: string, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(new Date(at))
}

/** A text that is not ours as code on one line, in more backticks than it holds: nothing in it acts. */
export function asCode(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const runs: readonly string[] = line.match(/`+/g) ?? []
  const ticks = '`'.repeat(runs.reduce((longest, { length }) => Math.max(longest, length), 0) + 1)
  const padding = ticks.length > 1 ? ' ' : ''
  return `${ticks}${padding}${line}${padding}${ticks}`
}
