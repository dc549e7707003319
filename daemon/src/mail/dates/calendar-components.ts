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
const COMPONENTS_MAX = 200

/**
 * Takes a calendar apart line by line, so that a broken component costs no other. What is not
 * closed is left out; parts over a million characters are not read at all.
 */
export function splitCalendar(text: string): CalendarText[] {
  if (text.length > CALENDAR_MAX_CHARACTERS) return []
  const calendars: { method: string; components: CalendarComponent[] }[] = []
  let calendar = { method: '', components: [] as CalendarComponent[] }
  let open: { kind: CalendarComponent['kind']; lines: string[] } | null = null
  for (const line of text.split(/\r\n|\n|\r/)) {
    const mark = line.trimEnd().toUpperCase()
    if (mark === 'BEGIN:VCALENDAR') {
      calendar = { method: '', components: [] }
      calendars.push(calendar)
      open = null
    } else if (mark === 'BEGIN:VEVENT' || mark === 'BEGIN:VTIMEZONE') {
      open = { kind: mark === 'BEGIN:VEVENT' ? 'VEVENT' : 'VTIMEZONE', lines: [line] }
    } else if (open) {
      open.lines.push(line)
      if (mark !== `END:${open.kind}`) continue
      if (calendar.components.length < COMPONENTS_MAX)
        calendar.components.push({ kind: open.kind, text: open.lines.join('\r\n') })
      open = null
    } else if (mark.startsWith('METHOD')) {
      calendar.method = /^METHOD[^:]*:(.*)$/.exec(mark)?.[1]?.trim() ?? ''
    }
  }
  return calendars
}
