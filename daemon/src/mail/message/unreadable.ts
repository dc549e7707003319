import type { ReadMessage } from '../message-ports.ts'

/** A mail of which nothing can be read. */
export function unreadable(problem: string): ReadMessage {
  return {
    messageId: '',
    references: [],
    subject: '',
    from: { name: '', address: '' },
    replyTo: null,
    to: [],
    date: null,
    dateOffset: null,
    text: '',
    invitations: [],
    jsonLd: [],
    hiddenCharacters: 0,
    isBulk: false,
    isAutomatic: false,
    authentication: 'unknown',
    isSenderProven: false,
    arrivedAt: null,
    problem,
  }
}
