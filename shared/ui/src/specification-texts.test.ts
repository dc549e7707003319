import { expect, it } from 'vitest'
import { calendarCopy } from './calendar-copy.ts'
import { copy } from './copy.ts'
import { foldersCopy } from './folders-copy.ts'
import { mailCopy } from './mail/mail-copy.ts'

/**
 * What the specification quotes of folders, mail and calendar (sections 2, 4, 5 and 8). It leaves the
 * provider of some texts open, which is Gmail or Google here.
 */
const quoted = [
  'Gmail and Google Calendar Assistant',
  'Gmail Connected',
  'Gmail Disconnected',
  'Google Calendar Connected',
  'Google Calendar Disconnected',
  'Ready',
  'Setup Required',
  'Error:',
  'Google Calendar connection lost! Please reconnect to continue creating calendar events.',
  'Gmail Setup',
  'Connection Issue',
  "Make sure you've completed the setup steps above.",
  'Calendar Setup',
  'Connect Google Calendar Now!',
  'Connecting...',
  'Create Appointments',
  'How It Works',
  "Make sure you've completed the Google Cloud setup.",
  'Google Calendar Integration',
  'Connected',
  'Disconnected',
  'Your LLM can now automatically create calendar events from emails.',
  'Email Sync & Analysis',
  'Sync & Analyze Emails',
  'Syncing...',
  'Last sync',
  'Analyzing emails',
  '( #7 out of 12 )',
  '( preparing... )',
  'Analyzing: Offer',
  'Running for: 1m 2s',
  'Starting...',
  'all',
  'AI Summary',
  'Analysis pending...',
  'Analysis complete',
  'Calendar Events Created',
  'Event Link',
  'Draft Response',
  'View Gmail',
  'Use Draft',
  'Re: Offer',
  'Features',
  'Google Calendar token has expired. Please reconnect.',
  'Google Calendar tokens',
  'Google Calendar token has expired. Please reconnect your calendar account to continue creating events.',
  'Popup was blocked. Please allow popups for this site.',
  'Server returned non-JSON response',
  `Server returned non-JSON response: ${'x'.repeat(200)}`,
  'Gmail must be connected before syncing emails',
  'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.',
  'Google Calendar connection lost. Please reconnect your calendar account.',
  'Failed to check connection status',
  'Failed to connect to Google Calendar',
  'Failed to check Gmail status',
  'Failed to check connection',
  'Network error - make sure server is running',
  'Failed to sync Gmail',
  'File Upload',
  'Uploading...',
  'Processing folder...',
  'Processed 7 files',
  'Error processing folder',
  'Failed to process folder',
]

const texts = new Set([
  ...[copy.shell, foldersCopy, mailCopy, calendarCopy].flatMap((each) => Object.values(each)),
  mailCopy.connected('Gmail'),
  mailCopy.disconnected('Gmail'),
  ...calendarCopy.pills.google,
  foldersCopy.processed(7),
  mailCopy.progress(7, 12),
  mailCopy.analyzing('Offer'),
  mailCopy.runningFor('1m 2s'),
  mailCopy.draftSubject('Offer'),
  calendarCopy.nonJsonDetail('x'.repeat(201)),
])

it.each(quoted)('the specification is quoted verbatim: %s', (text) => {
  expect(texts).toContain(text)
})
