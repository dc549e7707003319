import type { MailboxState } from '@shortlist/contracts/mail'

const states: Readonly<Partial<Record<MailboxState, string>>> = {
  'not-owner': 'Another account',
  connecting: 'Connecting...',
  'wrong-password': 'Wrong password',
  unreachable: 'Not reachable',
  untrusted: 'Certificate not trusted',
  throttled: 'Throttled',
  'folder-missing': 'Folder missing',
  unreadable: 'Not readable',
  'disk-full': 'Disk full',
}

/** Texts of the set-up that the specification describes without giving the words. */
export const setupCopy = {
  checking: 'Checking mailbox and calendar',
  status: 'Status',
  states,
  retryAt: (time: string) => `Next try at ${time}.`,
  dismiss: 'Dismiss',
  reconnect: 'Reconnect',
  steps: {
    imap: 'Enable IMAP',
    imapText: 'In the settings of your mailbox, where it is not on already.',
    password: 'Create an app password',
    passwordText: 'It lets Shortlist read your mail without your own password.',
    passwordLink: (provider: string) => `App passwords of ${provider}`,
    variables: 'Add these lines to the server environment file',
    variablesText: 'The file .env in the folder that Shortlist was started in.',
    restart: 'Restart the server',
    restartText: 'Stop it with Ctrl+C and start it again.',
    check: 'Check the connection',
  },
  provider: 'Mail provider',
  providerValue: (name: string) => `Provider: ${name}`,
  copyLines: 'Copy the lines',
  checkAgain: 'Check again',
  isChecking: 'Checking...',
  sample: 'Try it with sample mail',
  sampleText: 'About 60 mails of a job search, read and analysed on this computer.',
  sampleInUse: 'Sample mail',
  sampleInUseText: 'These mails are made up. Leaving them removes them and what was found in them.',
  leaveSample: 'Leave sample mail',
  changeFailed: 'Failed to change the mailbox',
} as const
