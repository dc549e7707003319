import type { ReadMessage } from '../ports.ts'

const scamWords =
  /gift cards?|processing fee|western union|bitcoin wallet|telegram.{0,40}(?:hr|hiring|manager)/i

/** Whether a mail looks like a scam; its card warns, and nothing in it is acted upon. */
export function isSuspicious({ subject, text }: ReadMessage): boolean {
  return scamWords.test(`${subject}\n${text}`)
}
