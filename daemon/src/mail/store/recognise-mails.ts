import type { FetchedMail } from '../ports.ts'
import { idsLike, mailIdOf } from './mail-id.ts'

/** A mail that is not stored yet, under the id that it will have. */
export interface UnknownMail {
  readonly id: string
  readonly fetched: FetchedMail
}

/** A mail that is stored under a number that counts no more, with its new one. */
export interface MovedMail {
  readonly id: string
  readonly uid: number
}

export interface RecognisedMails {
  readonly unknown: readonly UnknownMail[]
  readonly moved: readonly MovedMail[]
}

/** What is stored of a mailbox. */
export interface KnownMails {
  /** Counts how often the mailbox has numbered its mails anew. */
  readonly epoch: number
  /** Whether a mail has this number in this epoch. */
  hasUid(uid: number): boolean
  /** The epoch in which a mail was numbered; undefined where it is not stored. */
  epochOf(id: string): number | undefined
}

/**
 * Tells mails that are stored, perhaps under another number, from those that are unknown. `taken`
 * holds the ids that it has given out in this reading of the mailbox, which may not be stored yet.
 */
export function recogniseMails(
  known: KnownMails,
  fetched: readonly FetchedMail[],
  taken: Set<string>,
): RecognisedMails {
  const unknown: UnknownMail[] = []
  const moved: MovedMail[] = []
  for (const mail of fetched) {
    if (known.hasUid(mail.uid)) continue
    for (const id of idsLike(mailIdOf(mail.source))) {
      const epoch = known.epochOf(id)
      if (taken.has(id) || epoch === known.epoch) continue
      taken.add(id)
      if (epoch === undefined) unknown.push({ id, fetched: mail })
      else moved.push({ id, uid: mail.uid })
      break
    }
  }
  return { unknown, moved }
}
