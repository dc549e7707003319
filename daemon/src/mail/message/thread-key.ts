import { hash } from 'node:crypto'
import type { ReadMessage } from '../ports.ts'

/** What of a mail its thread depends on. */
export type Threaded = Pick<
  ReadMessage,
  'messageId' | 'references' | 'subject' | 'from' | 'to' | 'date'
>

/** Threads of mails that were read before; `undefined` where there is none. */
export interface KnownThreads {
  /** The thread of the mail with this id, or of one that cites it; undefined for an empty id. */
  ofMessage(messageId: string): string | undefined
  /** The thread of a correspondence, as `correspondenceOf` names it. */
  ofCorrespondence(correspondence: string): string | undefined
}

/**
 * Names the thread of a mail: the same for all mails of one conversation, 32 hexadecimal digits.
 * References decide (RFC 5322, 3.6.4), so mails that cite properly have the same key in whatever
 * order they are read. A reply that cites nobody joins the thread of its subject and correspondents.
 */
export function threadKey(message: Threaded, known: KnownThreads): string {
  for (const id of [message.messageId, ...message.references.toReversed()]) {
    const key = known.ofMessage(id)
    if (key !== undefined) return key
  }
  const [root] = message.references
  if (root !== undefined) return keyOf(root)
  const correspondence = correspondenceOf(message)
  const joined = correspondence === null ? undefined : known.ofCorrespondence(correspondence)
  if (correspondence !== null && mark.test(message.subject)) return joined ?? correspondence
  // A reply that cites nobody was read before the mail that it answers.
  if (joined !== undefined && joined === correspondence) return joined
  return keyOf(message.messageId || JSON.stringify([message.date, message.subject, message.from]))
}

/**
 * What mails of one subject between the same two people have in common, whoever wrote;
 * null where the subject is empty, since that joins nothing.
 */
export function correspondenceOf({
  subject,
  from,
  to,
}: Pick<Threaded, 'subject' | 'from' | 'to'>): string | null {
  const bare = bareSubject(subject)
  if (bare === '') return null
  const people = [from.address, to[0]?.address ?? ''].map((address) => address.toLowerCase())
  return keyOf(JSON.stringify([bare, ...people.sort()]))
}

/** Reply and forward marks of the languages that mail programs write them in. */
const mark =
  /^\s*(?:(?:re|aw|antw|antwort|ant|sv|vs|fw|fwd|wg|tr|r[ée]f?|rif|rv|enc|odp|pd|vl|doorst|i)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]|\[(?:ext|extern|external)\])\s*/iu

function bareSubject(subject: string): string {
  let bare = subject
  while (mark.test(bare)) bare = bare.replace(mark, '')
  return bare.replace(/\s+/g, ' ').trim().toLowerCase()
}

function keyOf(text: string): string {
  return hash('sha256', text).slice(0, 32)
}

/**
 * Names the threads of mails that are new, one after the other: mails that answer one another, or
 * belong to one conversation, are grouped under one key. `stored` tells those of earlier mails.
 */
export function createThreads(stored?: KnownThreads): { keyOf(message: Threaded): string } {
  const byMessage = new Map<string, string>()
  const byCorrespondence = new Map<string, string>()
  const known: KnownThreads = {
    ofMessage: (id) => stored?.ofMessage(id) ?? byMessage.get(id),
    ofCorrespondence: (name) => byCorrespondence.get(name) ?? stored?.ofCorrespondence(name),
  }
  return {
    keyOf(message) {
      const key = threadKey(message, known)
      for (const id of [message.messageId, ...message.references]) {
        if (id !== '' && !byMessage.has(id)) byMessage.set(id, key)
      }
      const correspondence = correspondenceOf(message)
      if (correspondence !== null) byCorrespondence.set(correspondence, key)
      return key
    },
  }
}
