/** One component of a calendar, still as text (RFC 5545, 3.6). */
export interface CalendarComponent {
  readonly kind: 'VEVENT' | 'VTIMEZONE'
  readonly text: string
}

/** One calendar object of a mail. `method` is in capitals, empty where the calendar names none. */
export interface CalendarText {
  readonly method: string
  readonly components: readonly CalendarComponent[]
}

const CALENDAR_MAX_CHARACTERS = 1_000_000
const CALENDARS_MAX = 20
const COMPONENTS_MAX = 200

const CALENDAR = /^BEGIN:VCALENDAR[^\S\n]*$/im
const BEGIN = /^(?=BEGIN:(?:VEVENT|VTIMEZONE)[^\S\n]*$)/im
const END = { VEVENT: /^END:VEVENT[^\S\n]*$/im, VTIMEZONE: /^END:VTIMEZONE[^\S\n]*$/im }
const METHOD = /^METHOD[^:\n]*:(.*)$/im

function componentOf(block: string): CalendarComponent[] {
  const kind = /^BEGIN:VEVENT/i.test(block) ? 'VEVENT' : 'VTIMEZONE'
  const end = END[kind].exec(block)
  return end ? [{ kind, text: block.slice(0, end.index + end[0].length) }] : []
}

/**
 * Takes a calendar apart before it is parsed, so that a broken component costs no other. What is not
 * closed is left out; parts over a million characters are not read at all.
 */
export function splitCalendar(text: string): CalendarText[] {
  if (text.length > CALENDAR_MAX_CHARACTERS) return []
  const [, ...calendars] = text.replace(/\r\n?/g, '\n').split(CALENDAR)
  return calendars.slice(0, CALENDARS_MAX).map((calendar) => {
    const [head = '', ...blocks] = calendar.split(BEGIN)
    return {
      method: METHOD.exec(head)?.[1]?.trim().toUpperCase() ?? '',
      components: blocks.slice(0, COMPONENTS_MAX).flatMap(componentOf),
    }
  })
}
