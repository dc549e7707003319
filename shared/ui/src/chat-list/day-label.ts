import { isToday, isYesterday } from 'date-fns'
import { copy } from '../copy.ts'

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The day of a chat by the calendar of the user's zone: Today, Yesterday or a locale date. */
export function dayLabel(date: Date): string {
  if (isToday(date)) return copy.chatList.today
  if (isYesterday(date)) return copy.chatList.yesterday
  return dates.format(date)
}
