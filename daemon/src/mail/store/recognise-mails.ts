import type { FetchedMail } from '../ports.ts'
import { idsLike, mailIdOf } from './mail-id.ts'
import type { MailRow } from './mail-rows.ts'
import type { MailShelf } from './mail-shelf.ts'

/** A mail that is not stored yet, under the id that it will have. */
export interface UnknownMail {
  readonly id: string
  readonly fetched: FetchedMail
}

export interface RecognisedMails {
  readonly unknown: readonly UnknownMail[]
  /** Mails that are stored under a number that counts no more, with their new one. */
  readonly moved: readonly MailRow[]
}

/**
 * Tells mails that are stored, perhaps under another number, from those that are unknown. `taken`
 * holds the ids that it has given out in this reading of the mailbox, which may not be stored yet.
 */
export function recogniseMails(
  mails: MailShelf,
  fetched: readonly FetchedMail[],
  taken: Set<string>,
): RecognisedMails {
  const unknown: UnknownMail[] = []
  const moved: MailRow[] = []
  for (const mail of fetched) {
    if (mails.idOf(mail.uid)) continue
    for (const id of idsLike(mailIdOf(mail.source))) {
      const row = mails.get(id)?.row
      if (taken.has(id) || row?.epoch === mails.epoch) continue
      taken.add(id)
      if (row) moved.push({ ...row, uid: mail.uid, epoch: mails.epoch })
      else unknown.push({ id, fetched: mail })
      break
    }
  }
  return { unknown, moved }
}
