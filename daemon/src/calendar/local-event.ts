import { z } from 'zod'
import { PlacedEvent } from './events/ledger-row.ts'

/** An event as it is stored, under account and id; deleted ones stay, as elsewhere. */
export const LocalEvent = PlacedEvent.pick({
  summary: true,
  location: true,
  description: true,
  time: true,
  emailId: true,
}).extend({
  userId: z.string(),
  id: z.string(),
  isCancelled: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  changedAt: z.string(),
  /** How often it was changed (RFC 5545, 3.8.7.4). */
  sequence: z.number().int(),
})
export type LocalEvent = z.infer<typeof LocalEvent>
