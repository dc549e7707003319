import type { Email } from '@shortlist/contracts/mail'
import { addWeeks, getISOWeek, startOfISOWeek } from 'date-fns'
import { categoryLooks, type Family } from '../email/categories.ts'

/** How many weeks are shown, this one included. */
export const WEEKS = 8

export interface Week {
  /** Monday at midnight in the user's zone. */
  readonly start: Date
  /** The number of the week in its year (ISO 8601). */
  readonly number: number
  readonly counts: Readonly<Record<Family, number>>
  readonly total: number
}

/** How many mails of each family came in each of the last weeks, oldest first. */
export function mailByWeek(emails: readonly Email[], now: Date): readonly Week[] {
  const first = addWeeks(startOfISOWeek(now), 1 - WEEKS)
  const weeks = Array.from({ length: WEEKS }, () => ({
    pipeline: 0,
    people: 0,
    reading: 0,
    other: 0,
  }))
  for (const { category, date } of emails) {
    const at = category ? weeksBetween(first, new Date(date)) : -1
    const week = weeks[at]
    if (category && week) week[categoryLooks[category].family]++
  }
  return weeks.map((counts, at) => {
    const start = addWeeks(first, at)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { start, number: getISOWeek(start), counts, total }
  })
}

const weekLength = 7 * 24 * 60 * 60 * 1000

/** Rounding takes out the hour by which a week with a change of clocks differs. */
function weeksBetween(first: Date, date: Date): number {
  return Math.round((startOfISOWeek(date).getTime() - first.getTime()) / weekLength)
}
