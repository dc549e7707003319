const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** A moment (ISO 8601) in the user's locale and zone; empty for what is no date. */
export function formatDate(iso: string): string {
  return format(moments, iso)
}

/** The day of a moment without its year; empty for what is no date. */
export function formatDay(iso: string): string {
  return format(days, iso)
}

function format(formats: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : formats.format(date)
}
