/** Whether this is the name of a time zone (IANA), such as "Europe/Zurich". */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
