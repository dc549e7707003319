/** What somebody has to know who connects a mailbox of a provider. */
export interface ProviderHint {
  readonly name: string
  readonly host: string
  /** Where app passwords are made; null where it differs. */
  readonly appPasswordUrl: string | null
  /** What is particular about this provider, as a sentence. */
  readonly note: string
}

/** Known providers; the last one stands for all others. */
export const providers = [
  {
    name: 'Gmail',
    host: 'imap.gmail.com',
    appPasswordUrl: 'https://myaccount.google.com/apppasswords',
    note: 'App passwords need 2-Step Verification. IMAP is always on.',
  },
  {
    name: 'Outlook',
    host: 'outlook.office365.com',
    appPasswordUrl: 'https://account.live.com/proofs/AppPassword',
    note: 'Personal accounts no longer take app passwords; some organisations still allow them.',
  },
  {
    name: 'Yahoo',
    host: 'imap.mail.yahoo.com',
    appPasswordUrl: 'https://login.yahoo.com/account/security/app-passwords',
    note: 'App passwords are under "Account security".',
  },
  {
    name: 'iCloud',
    host: 'imap.mail.me.com',
    appPasswordUrl: 'https://account.apple.com/account/manage',
    note: 'The user is the part of the address before "@icloud.com".',
  },
  {
    name: 'Fastmail',
    host: 'imap.fastmail.com',
    appPasswordUrl: 'https://app.fastmail.com/settings/security/apps',
    note: 'Give the app password access to mail (IMAP).',
  },
  {
    name: 'Other',
    host: 'imap.example.com',
    appPasswordUrl: null,
    note: 'The provider names its IMAP server in its help pages.',
  },
] as const satisfies readonly ProviderHint[]
