import { DateTime } from 'luxon'

/** What the days of the sample count from. */
export interface SampleDays {
  readonly anchor: Date
  /** IANA name of the zone that the anchor's day is of. */
  readonly userZone: string
}

/** A day and a time such as `-12 09:30`, in the user's zone; counts every day. */
export function sentTime(moment: string, days: SampleDays): DateTime {
  const [offset, clock] = moment.split(' ')
  return atClock(anchorDay(days).plus({ days: Number(offset) }), clock)
}

/** A working day after the anchor day and a time such as `+3 10:00`, in `zone`. */
export function appointmentTime(moment: string, zone: string, days: SampleDays): DateTime {
  const [offset, clock] = moment.split(' ')
  return atClock(workingDay(Number(offset), days).setZone(zone, { keepLocalTime: true }), clock)
}

/** The start of the n-th working day, Monday to Friday, after the anchor day. */
export function workingDay(count: number, days: SampleDays): DateTime {
  let day = anchorDay(days)
  for (let left = count; left > 0; ) {
    day = day.plus({ days: 1 })
    if (day.weekday <= 5) left--
  }
  return day
}

/** Dates in words, as the mails of each language write them. */
const words = {
  en: ['en-GB', 'cccc, d LLLL yyyy'],
  de: ['de', 'cccc, d. LLLL yyyy'],
  fr: ['fr', 'cccc d LLLL yyyy'],
} as const

/** Fills the placeholders of a text in: `{date +3}`, `{us +3}`, `{dots +3}`, `{iso +3 10:00}`. */
export function fillDates(text: string, language: keyof typeof words, days: SampleDays): string {
  const forms = {
    date: words[language],
    us: ['en-US', 'LLLL d, yyyy'],
    dots: ['de', 'dd.LL.yyyy'],
  } as const
  return text
    .replace(/\{(date|us|dots) \+(\d+)\}/g, (_, form: keyof typeof forms, count: string) => {
      const [locale, format] = forms[form]
      return workingDay(Number(count), days).setLocale(locale).toFormat(format)
    })
    .replace(/\{iso (\+\d+ \d\d:\d\d)\}/g, (_, moment: string) =>
      appointmentTime(moment, days.userZone, days).toFormat("yyyy-LL-dd'T'HH:mm:ssZZ"),
    )
}

function anchorDay({ anchor, userZone }: SampleDays): DateTime {
  return DateTime.fromJSDate(anchor, { zone: userZone }).startOf('day')
}

function atClock(day: DateTime, clock = '00:00'): DateTime {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return day.set({ hour, minute })
}
