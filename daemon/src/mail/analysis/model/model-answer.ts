import {
  ACTION_ITEM_MAX_CHARACTERS,
  ACTION_ITEMS_MAX,
  SUMMARY_MAX_CHARACTERS,
} from '@shortlist/contracts/limits'
import { Category, Priority, Sentiment } from '@shortlist/contracts/mail'
import { z } from 'zod'

/** Most appointments that one mail may claim. */
const EVENTS_MAX = 5

/** llama.cpp gives up on texts of 2,000 characters and more; a reply needs no more than this. */
const DRAFT_CHARACTERS = 1500

/** At most `max` characters: the server is told so, and a model that does not count is cut short. */
function text(max: number) {
  return z
    .string()
    .overwrite((long) => long.slice(0, max).toWellFormed())
    .max(max)
}

function list<Item extends z.ZodType>(item: Item, max: number) {
  return z
    .array(item)
    .overwrite((long) => long.slice(0, max))
    .max(max)
}

/** An appointment as the model claims it: wall-clock times and the words of the mail. */
const ClaimedEvent = z.object({
  summary: text(120),
  location: text(200),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** Empty where the mail names no time. */
  start: z.string().regex(/^(\d{2}:\d{2})?$/),
  end: z.string().regex(/^(\d{2}:\d{2})?$/),
  zoneWords: text(60),
  quote: text(400),
})

/**
 * What the model has to say about a mail. Every part is bounded, since servers that force an answer
 * into its schema would otherwise let it run on; keys that it does not have are dropped.
 */
export const ModelAnswer = z.object({
  category: Category,
  priority: Priority,
  sentiment: Sentiment,
  hasInterview: z.boolean(),
  hasDeadline: z.boolean(),
  summary: text(SUMMARY_MAX_CHARACTERS),
  actionItems: list(text(ACTION_ITEM_MAX_CHARACTERS), ACTION_ITEMS_MAX),
  draftResponse: text(DRAFT_CHARACTERS),
  events: list(ClaimedEvent, EVENTS_MAX),
})
export type ModelAnswer = z.output<typeof ModelAnswer>
