import { z } from 'zod'
import { type Claim, isOfOrganizer, isSteering, writerOf } from './claim.ts'

/**
 * What an invitation is known by: its UID, who sends it, and the occurrence of a series. Only the
 * same may change what it has brought.
 */
export const Lineage = z.object({
  uid: z.string(),
  /** An address; beginning with "@" a writer who is proven to be the ORGANIZER. */
  sender: z.string(),
  /** Null for a single event or a whole series. */
  occurrence: z.string().nullable(),
})
export type Lineage = z.infer<typeof Lineage>

/** Null for what is no invitation. */
export function lineageOf(claim: Claim): Lineage | null {
  const { uid, recurrenceId } = claim.proposal
  if (!isSteering(claim) || uid === null) return null
  // whoever only claims to be the sender is somebody else
  const address = claim.isSenderDoubted ? `? ${claim.sender}` : claim.sender
  const sender = isOfOrganizer(claim) ? writerOf(claim) : address
  return { uid, sender, occurrence: recurrenceId }
}

/** Whether a claim may change what a lineage has brought. */
export function isLed(claim: Claim, lineage: Lineage | null): boolean {
  const own = lineageOf(claim)
  return lineage !== null && own !== null && lineageKey(own) === lineageKey(lineage)
}

/** Whether they belong to one series, or are the same single event. */
export function isSameFamily(one: Lineage, other: Lineage): boolean {
  return one.uid === other.uid && one.sender === other.sender
}

export function lineageKey({ uid, sender, occurrence }: Lineage): string {
  return `lineage ${JSON.stringify([sender, occurrence])} ${uid}`
}

export function uidKey({ uid }: Lineage): string {
  return `uid ${uid}`
}
