/** VTIMEZONEs as calendar programs write them. */

function zone(tzid: string, ...lines: string[]): string {
  return ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines, 'END:VTIMEZONE'].join('\r\n')
}

function part(
  kind: 'STANDARD' | 'DAYLIGHT',
  start: string,
  from: string,
  to: string,
  ...more: string[]
) {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...more,
    `END:${kind}`,
  ].join('\r\n')
}

/** Central Europe as Outlook describes it, from the year 1601 on. */
const outlookEurope = (tzid: string) =>
  zone(
    tzid,
    part(
      'STANDARD',
      '16010101T030000',
      '+0200',
      '+0100',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    ),
    part('DAYLIGHT', '16010101T020000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
  )

/** The American East as Outlook describes it. */
export const outlookEastern = (tzid: string) =>
  zone(
    tzid,
    part('STANDARD', '16010101T020000', '-0400', '-0500', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
    part('DAYLIGHT', '16010101T020000', '-0500', '-0400', 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
  )

/** The American East with the rules until 2006 and those since. */
const easternWithHistory = (tzid: string) =>
  zone(
    tzid,
    part(
      'DAYLIGHT',
      '19870405T020000',
      '-0500',
      '-0400',
      'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z',
    ),
    part('DAYLIGHT', '20070311T020000', '-0500', '-0400', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
    part(
      'STANDARD',
      '19671029T020000',
      '-0400',
      '-0500',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z',
    ),
    part('STANDARD', '20071104T020000', '-0400', '-0500', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
  )

/** Central Europe whose autumn rule ended with the change of 1995, to the second. */
const europeUntil1995 = (tzid: string) =>
  zone(
    tzid,
    part('DAYLIGHT', '19810329T020000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'),
    part(
      'STANDARD',
      '19810927T030000',
      '+0200',
      '+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=-1SU;UNTIL=19950924T010000Z',
    ),
    part(
      'STANDARD',
      '19961027T030000',
      '+0200',
      '+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ),
  )

/** Israel: the Friday before the last Sunday of March, as days of the month. */
const israel = (tzid: string) =>
  zone(
    tzid,
    part(
      'DAYLIGHT',
      '20130329T020000',
      '+0200',
      '+0300',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR',
    ),
    part(
      'STANDARD',
      '20131027T020000',
      '+0300',
      '+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ),
  )

/** The changes of 2026 alone, the second one as RDATE. */
const onlyOf2026 = (tzid: string) =>
  zone(
    tzid,
    part('DAYLIGHT', '20260329T020000', '+0100', '+0200'),
    part('STANDARD', '20251026T030000', '+0200', '+0100', 'RDATE:20261025T030000'),
  )

/** A zone that has kept its summer time since 2016, as some programs date from year 1. */
const summerForGood = (tzid: string) =>
  zone(
    tzid,
    part(
      'STANDARD',
      '00010101T000000',
      '+0200',
      '+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20151108T010000Z',
    ),
    part(
      'DAYLIGHT',
      '00010102T000000',
      '+0200',
      '+0300',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20160327T010000Z',
    ),
  )

/** A description without a word about any offset. */
const empty = (tzid: string) => zone(tzid)

/** London by another name that says where it is. */
const london = (tzid: string) =>
  zone(
    tzid,
    'X-LIC-LOCATION:Europe/London',
    part(
      'STANDARD',
      '19701025T020000',
      '+0100',
      '+0000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    ),
    part('DAYLIGHT', '19700329T010000', '+0000', '+0100', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'),
  )

/** A rule that would change the clocks every second. */
const restless = (tzid: string) =>
  zone(tzid, part('STANDARD', '19700101T000000', '+0100', '+0100', 'RRULE:FREQ=SECONDLY'))

/** All of them, by name. */
export const zoneDescriptions: Record<string, (tzid: string) => string> = {
  outlookEurope,
  outlookEastern,
  easternWithHistory,
  europeUntil1995,
  israel,
  onlyOf2026,
  summerForGood,
  empty,
  london,
  restless,
}
