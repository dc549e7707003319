import { readInvitations } from '../src/mail/dates/read-invitations.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import type { FetchedMail, MailToAnalyze } from '../src/mail/ports.ts'

/** A mail on the way that every mail takes: raw, parsed, its invitations read. */
export async function prepareMail(fetched: FetchedMail, userZone: string): Promise<MailToAnalyze> {
  const message = await readMessage(fetched)
  const time = {
    userZone,
    sentAt: message.date ?? fetched.receivedAt,
    dateOffset: message.dateOffset,
  }
  return { message, time, appointments: await readInvitations(message.invitations, time) }
}
