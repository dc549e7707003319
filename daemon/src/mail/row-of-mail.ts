import type { MailWarning } from '@shortlist/contracts/mail'
import { previewBody } from './message/preview-body.ts'
import type { FetchedMail, ReadMessage } from './message-ports.ts'
import type { NewMail } from './store/mail-store.ts'

export interface RowContext {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly storedAt: string
}

/** More hidden characters than this are no accident. */
const HIDDEN_CHARACTERS = 40

/** A text of this length was cut by the reader (`ReadMessage.text`). */
const TEXT_CHARACTERS = 1024 * 1024

/** A Date header may run ahead of the receiving server by so much. */
const CLOCK_SKEW_MS = 24 * 3_600_000

/** As many references as a reply needs to be put into its conversation (RFC 5322, 3.6.4). */
const REFERENCES = 10

/** What is kept of a mail for good. */
export function rowOfMail(
  { uid, receivedAt }: FetchedMail,
  message: ReadMessage,
  { id, storedAt }: RowContext,
): NewMail['row'] {
  const { subject, from, replyTo, to, messageId, dateOffset } = message
  const { isSenderProven, arrivedAt, isBulk } = message
  const references = shortened(message.references)
  return {
    id,
    uid,
    date: plausible(message.date, receivedAt),
    dateOffset,
    storedAt,
    subject,
    from: { ...from },
    replyTo: replyTo && { ...replyTo },
    to: to.slice(0, 1).map((address) => ({ ...address })),
    messageId,
    references,
    preview: previewBody(message.text),
    warnings: warningsOf(message),
    isSenderProven,
    arrivedAt,
    isBulk,
  }
}

/** When it was sent, unless that lies in the future of the server that received it. */
function plausible(sent: string | null, received: string): string {
  if (sent === null) return received
  return Date.parse(sent) > Date.parse(received) + CLOCK_SKEW_MS ? received : sent
}

/** The oldest and the latest ones. */
function shortened(references: readonly string[]): string[] {
  if (references.length <= REFERENCES) return [...references]
  return [...references.slice(0, 1), ...references.slice(1 - REFERENCES)]
}

/** What can be said without an analysis. */
function warningsOf(message: ReadMessage): MailWarning[] {
  const signs: readonly [MailWarning, boolean][] = [
    ['unreadable', message.problem !== null],
    ['hidden-text', message.hiddenCharacters > HIDDEN_CHARACTERS],
    ['sender-unproven', message.authentication === 'fail'],
    ['truncated', message.text.length >= TEXT_CHARACTERS],
  ]
  return signs.filter(([, holds]) => holds).map(([warning]) => warning)
}
