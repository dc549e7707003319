/** A recurrence rule as ical.js parses it: keys in lower case (RFC 7265, 3.6.10). */
export type Rule = Readonly<Record<string, unknown>>

const ORDER = ['freq', 'bymonth', 'bymonthday', 'byday', 'bysetpos']
const APART = ['until', 'count', 'interval', 'wkst']

/**
 * A rule as one text with its parts in a fixed order, such as "freq=MONTHLY;byday=2TU", so that one
 * pattern says whether it is of a kind. Without UNTIL, COUNT, INTERVAL and WKST.
 */
export function ruleShape(rule: Rule): string {
  const rank = (part: string) => ORDER.indexOf(part) + 1 || ORDER.length + 1
  return Object.keys(rule)
    .filter((part) => !APART.includes(part))
    .sort((a, b) => rank(a) - rank(b))
    .map((part) => `${part}=${String(rule[part])}`)
    .join(';')
}
