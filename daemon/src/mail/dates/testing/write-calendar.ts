/** A calendar of one METHOD; `components` are whole VEVENTs and VTIMEZONEs. */
export function writeCalendar(method: string, ...components: string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'PRODID:-//Test//EN',
    'VERSION:2.0',
    ...(method === '' ? [] : [`METHOD:${method}`]),
    ...components,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** A VEVENT of the given lines; UID, DTSTAMP and SUMMARY where they name none. */
export function writeEvent(...lines: string[]): string {
  const usual = ['UID:interview-1@example.com', 'DTSTAMP:20260105T080000Z', 'SUMMARY:Interview']
  const missing = usual.filter(
    (line) => !lines.some((own) => own.startsWith(line.slice(0, line.indexOf(':')))),
  )
  return ['BEGIN:VEVENT', ...missing, ...lines, 'END:VEVENT'].join('\r\n')
}
