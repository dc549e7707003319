import { readInvitations } from '../src/mail/dates/read-invitations.ts'
import { readMessage } from '../src/mail/message/read-message.ts'
import type { MailToAnalyze } from '../src/mail/ports.ts'
import type { GoldMail } from './gold-set.ts'
import { rawMail } from './raw-mail.ts'

/** Where the reader of the gold set lives. */
const userZone = 'Europe/Berlin'

/** A mail of the gold set on the way that every mail takes: raw, parsed, its invitations read. */
export async function prepareMail(mail: GoldMail): Promise<MailToAnalyze> {
  const fetched = await rawMail(mail)
  const message = await readMessage(fetched)
  const time = {
    userZone,
    sentAt: message.date ?? fetched.receivedAt,
    dateOffset: message.dateOffset,
  }
  return { message, time, appointments: await readInvitations(message.invitations, time) }
}
