import { ImapFlow } from 'imapflow'
import { onTestFinished } from 'vitest'
import type { ImapSettings } from '../src/mail/mailbox/providers.ts'

/** A mail program of the same user, with INBOX open; it ends with the running test. */
export async function openMailClient(settings: ImapSettings): Promise<ImapFlow> {
  const { host, port, security, user, appPassword, ca } = settings
  const client = new ImapFlow({
    ...(host === undefined ? {} : { host }),
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: appPassword },
    ...(ca === undefined ? {} : { tls: { ca } }),
    logger: false,
  })
  client.on('error', () => {})
  onTestFinished(() => client.close())
  await client.connect()
  await client.mailboxOpen('INBOX')
  return client
}
