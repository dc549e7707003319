import type { EventTime } from '@shortlist/contracts/calendar'
import { DateTime } from 'luxon'
import { AppError } from '../../errors.ts'
import type { ExactTime } from '../ports.ts'
import { LONGEST_MS, MINUTE_MS, SHORTEST_MS } from './claim.ts'

const HOUR_MS = 60 * MINUTE_MS
const REACH_YEARS = 10

/**
 * When an appointment is to be that the user adds by hand: as they say, else as its mail does; what
 * the mail says to be a moment lasts an hour. Throws `VALIDATION` where nobody has said when, and
 * for what no calendar is kept for: less than a minute, more than two weeks, more than ten years away.
 */
export function chosenTime(
  said: EventTime,
  chosen: { readonly start: string; readonly end: string } | undefined,
  { now, userZone }: { readonly now: () => Date; readonly userZone: string },
): ExactTime {
  const time: ExactTime = chosen
    ? {
        kind: 'instant',
        start: new Date(chosen.start).toISOString(),
        end: new Date(chosen.end).toISOString(),
        timeZone: said.kind === 'instant' ? said.timeZone : userZone,
      }
    : ofMail(said)
  const [from, to] = [Date.parse(time.start), Date.parse(time.end)]
  if (!(from < to)) throw new AppError('VALIDATION', 'It must end after it begins.')
  if (to - from < MINUTE_MS || to - from > LONGEST_MS) {
    throw new AppError('VALIDATION', 'It must last between a minute and two weeks.')
  }
  const here = DateTime.fromJSDate(now())
  const isNear =
    from > here.minus({ years: REACH_YEARS }).toMillis() &&
    to < here.plus({ years: REACH_YEARS }).toMillis()
  if (!isNear) throw new AppError('VALIDATION', 'It must be within ten years from now.')
  return time
}

function ofMail(time: EventTime): ExactTime {
  if (time.kind === 'unclear') {
    throw new AppError('VALIDATION', 'Say when it begins and when it ends.')
  }
  const start = Date.parse(time.start)
  const isMoment = time.kind === 'instant' && Date.parse(time.end) - start < SHORTEST_MS
  return isMoment ? { ...time, end: new Date(start + HOUR_MS).toISOString() } : time
}
