import type { MailboxHealth } from '../src/mail/ports.ts'

/** What an account without a mailbox is told. */
export const noMailbox: MailboxHealth = {
  kind: 'none',
  state: 'not-configured',
  label: '',
  provider: null,
  appPasswordUrl: null,
  retryAt: null,
  canSaveDrafts: false,
  composeUrl: 'https://mail.example/compose',
  error: 'IMAP credentials not configured',
}
