import type { Email } from '@shortlist/contracts/mail'
import { emailCopy } from './email-copy.ts'
import { formatDate } from './format-date.ts'
import { truncate } from './truncate.ts'

/** What a card shows of a subject and of a sender; the rest of such texts says nothing more. */
const maxHeadCharacters = 300

/** The subject of an email, or that it has none. */
export function titleOf({ subject }: Email): string {
  return truncate(subject, maxHeadCharacters) || emailCopy.noSubject
}

/** Who wrote an email, or that nobody says so. */
export function senderOf({ from }: Email): string {
  return truncate(from, maxHeadCharacters) || emailCopy.noSender
}

/** Who wrote an email, and when. */
export function EmailOrigin({ email }: { readonly email: Email }) {
  return (
    <p className="mt-0.5 text-meta text-text-3 wrap-anywhere">
      <bdi>{senderOf(email)}</bdi>
      {' · '}
      <time dateTime={email.date}>{formatDate(email.date)}</time>
    </p>
  )
}
