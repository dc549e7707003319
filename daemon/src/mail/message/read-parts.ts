import type { Attachment, Email } from 'postal-mime'
import type { FetchedMail, FetchedPart } from '../ports.ts'

const MAX_INVITATIONS = 20
const MAX_INVITATION_CHARACTERS = 1024 * 1024

/** The bodies and invitations of a mail. */
export interface Parts {
  readonly html: string | undefined
  readonly plain: string | undefined
  readonly invitations: readonly string[]
}

/** Of a mail that is not whole, the parts that were fetched go before those of its beginning. */
export function readParts(email: Email, { isWhole, parts }: FetchedMail): Parts {
  const attached = email.attachments.filter(isInvitation).map(({ content }) => textOf(content))
  if (isWhole) return { html: email.html, plain: email.text, invitations: distinct(attached) }
  const html = joined(parts, 'text/html')
  const plain = joined(parts, 'text/plain')
  const hasBody = html !== undefined || plain !== undefined
  const fetched = parts.filter(({ type }) => type === 'text/calendar').map(({ text }) => text)
  return {
    html: hasBody ? html : email.html,
    plain: hasBody ? plain : email.text,
    invitations: distinct([...fetched, ...attached.filter(isComplete)]),
  }
}

function isInvitation({ mimeType, filename }: Attachment): boolean {
  if (mimeType === 'text/calendar' || mimeType === 'application/ics') return true
  return /\.(ics|ical|ifb)$/i.test(filename ?? '')
}

function textOf(content: Attachment['content']): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

function isComplete(invitation: string): boolean {
  return /^END:VCALENDAR\s*$/im.test(invitation)
}

/** The same invitation often comes twice, as a part and as a file. */
function distinct(invitations: readonly string[]): string[] {
  const byContent = new Map(invitations.map((text) => [text.replace(/\r/g, '').trim(), text]))
  return [...byContent.values()]
    .filter((text) => text.length <= MAX_INVITATION_CHARACTERS)
    .slice(0, MAX_INVITATIONS)
}

function joined(parts: readonly FetchedPart[], type: FetchedPart['type']): string | undefined {
  const texts = parts.filter((part) => part.type === type).map(({ text }) => text)
  return texts.length === 0 ? undefined : texts.join('\n')
}
