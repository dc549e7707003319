import type { EventTime } from '@shortlist/contracts/calendar'

/** A day or a time that a mail names. */
export interface FoundDate {
  /** The words that name it, verbatim, from the first to the last of them. */
  readonly text: string
  /** Where `text` begins. */
  readonly index: number
  /** The sentence or the lines that say it, verbatim. */
  readonly sentence: string
  /** `instant` only where day, time and zone are certain; `day` where no time is named. */
  readonly time: EventTime
  readonly hasDay: boolean
  readonly hasTime: boolean
  /** The mail says when it ends or how long it takes; otherwise it takes an hour. */
  readonly hasEnd: boolean
  /** It is one of several to choose from, "Tuesday at 10 or Wednesday at 2", or not for certain one of its own. */
  readonly isOption: boolean
  /** It was the time of an appointment that is moved, "from Tuesday at 10 to Wednesday at 2". */
  readonly isOld: boolean
  /** It had begun, or the day was over, when the mail was sent; false where that is unknown. */
  readonly isPast: boolean
}
