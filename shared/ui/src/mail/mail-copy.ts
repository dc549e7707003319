import type { EventSource, EventState } from '@shortlist/contracts/calendar'
import type {
  Analysis,
  Explanation,
  MailboxState,
  MailFact,
  MailWarning,
} from '@shortlist/contracts/mail'
import type { NeedReason } from '@shortlist/contracts/mail-rows'
import type { Settings } from '@shortlist/contracts/settings'

interface Words {
  readonly name: string
  readonly sentence: string
}

const warnings: Readonly<Record<MailWarning, Words>> = {
  'hidden-text': {
    name: 'Hidden text',
    sentence: 'This mail holds text that a reader does not see. It was left out.',
  },
  suspicious: {
    name: 'Suspicious',
    sentence: 'This looks like a scam. Check who wrote it before you answer, click or pay.',
  },
  'sender-unproven': {
    name: 'Sender unproven',
    sentence: 'Nothing proves that this mail comes from the address it names.',
  },
  unreadable: {
    name: 'Unreadable',
    sentence: 'This mail could not be read as its author meant it.',
  },
  truncated: { name: 'Truncated', sentence: 'Only the beginning of this mail was read.' },
}

const eventStates: Readonly<Record<EventState, string>> = {
  created: 'Created',
  waiting: 'Waiting',
  superseded: 'Moved',
  cancelled: 'Cancelled',
  undone: 'Removed by you',
  failed: 'Failed',
}

const eventSources: Readonly<Record<EventSource, string>> = {
  invitation: 'From the invitation in the mail',
  'json-ld': 'From data that the mail carries for programs',
  rules: 'Found by the built-in rules',
  model: 'Found by the language model',
}

const surenesses: Readonly<Record<NonNullable<Explanation['sureness']>, string>> = {
  sure: 'Quite sure.',
  likely: 'Probably right.',
  unsure: 'Not sure.',
}

const facts: Readonly<Record<MailFact, string>> = {
  scam: 'It looks like a scam.',
  'unknown-language': 'Its language is not one that the built-in rules know.',
  'calendar-entry': 'It carries a calendar entry.',
  'hiring-system': 'A hiring system sent it.',
  scheduler: 'A scheduling service sent it.',
  'signing-service': 'A signing service sent it.',
  program: 'A program or a mailing list sent it.',
}

/** How sure an analysis is, then each reason in a sentence; none in one of an earlier version. */
function explain({ analyzer, explanation }: Analysis): string {
  if (!explanation) return ''
  const { sureness, words } = explanation
  const quoted = words.map((word) => `“${word}”`).join(', ')
  return [
    ...(analyzer === 'model' ? ['A language model judged it.'] : []),
    ...(sureness ? [surenesses[sureness]] : []),
    ...explanation.facts.map((fact) => facts[fact]),
    ...(quoted ? [`It says ${quoted}.`] : []),
  ].join(' ')
}

const mailboxStates: Readonly<Partial<Record<MailboxState, string>>> = {
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

/** Why a mail needs its reader, in a word; a deadline is said by its day. */
const reasons: Readonly<Record<Exclude<NeedReason, 'deadline'>, string>> = {
  back: 'Back today',
  decide: 'Decide',
  changed: 'Changed',
  reply: 'Reply',
}

type ModelQuestion = NonNullable<Settings['modelQuestion']>

const places: Readonly<Record<ModelQuestion['place'], string>> = {
  computer: ' on this computer',
  network: ' in your own network',
  outside: '',
}

/**
 * Every text of the mail assistant. Those of the specification (sections 2, 4, 5, 8) come first,
 * word for word; those after "calendarTokens" are ours.
 */
export const mailCopy = {
  connected: (provider: string) => `${provider} Connected`,
  disconnected: (provider: string) => `${provider} Disconnected`,
  ready: 'Ready',
  setupRequired: 'Setup Required',
  error: 'Error:',
  calendarLost:
    'Google Calendar connection lost! Please reconnect to continue creating calendar events.',
  setup: 'Gmail Setup',
  connectionIssue: 'Connection Issue',
  completeSteps: "Make sure you've completed the setup steps above.",
  syncTitle: 'Email Sync & Analysis',
  sync: 'Sync & Analyze Emails',
  syncing: 'Syncing...',
  cancelSync: 'Cancel sync',
  cancelling: 'Cancelling...',
  cancelFailed: 'Failed to cancel sync',
  cancelled: (analyzed: number, total: number) =>
    `Sync cancelled - ${analyzed} of ${total} analysed`,
  lastSync: 'Last sync',
  analyzingEmails: 'Analyzing emails',
  progress: (done: number, total: number) => `( #${done} out of ${total} )`,
  preparing: '( preparing... )',
  analyzing: (subject: string) => `Analyzing: ${subject}`,
  runningFor: (time: string) => `Running for: ${time}`,
  starting: 'Starting...',
  all: 'all',
  summary: 'AI Summary',
  pending: 'Analysis pending...',
  complete: 'Analysis complete',
  eventsCreated: 'Calendar Events Created',
  eventLink: 'Event Link',
  allDay: 'all day',
  timeThere: (time: string, zone: string) => `${time} in ${zone}`,
  draft: 'Draft Response',
  view: 'View Gmail',
  useDraft: 'Use Draft',
  draftSubject: (subject: string) => `Re: ${subject}`,
  features: 'Features',
  statusFailed: 'Failed to check Gmail status',
  checkFailed: 'Failed to check connection',
  networkError: 'Network error - make sure server is running',
  syncFailed: 'Failed to sync Gmail',
  mailboxNeeded: 'Gmail must be connected before syncing emails',
  calendarNeeded:
    'Google Calendar must be connected before syncing emails. Calendar integration is required for automatic event creation.',
  calendarGone: 'Google Calendar connection lost. Please reconnect your calendar account.',
  calendarExpired:
    'Google Calendar token has expired. Please reconnect your calendar account to continue creating events.',
  /** A sync error that contains this means that the calendar has to be connected again. */
  calendarTokens: 'Google Calendar tokens',
  noSubject: '(no subject)',
  noSender: '(no sender)',
  summaryBy: ({ analyzer, model = 'a language model' }: Analysis) =>
    analyzer === 'rules' ? 'by built-in rules' : `by ${model}`,
  setByYou: 'Set by you',
  priorityOf: (value: string) => `Priority of this mail: ${value}`,
  categoryOf: (value: string) => `Category of this mail: ${value}`,
  explain,
  youChose: (category: string) => `You chose ${category}. No analysis changes that.`,
  changeTo: 'Change to',
  changeCategoryTo: (category: string) => `Change the category to ${category}`,
  interview: 'Interview',
  deadline: 'Deadline',
  actionItems: 'Action items',
  analysisFailed: 'The analysis of this mail failed.',
  retry: 'Retry',
  retrying: 'Retrying...',
  warnings,
  warningsLabel: 'Warnings',
  eventStates,
  eventSources,
  otherEvents: 'Appointments found',
  why: 'Why',
  undo: 'Undo',
  undoing: 'Undoing...',
  remove: 'Remove',
  keep: 'Keep',
  leftOver: (count: number) =>
    count === 1
      ? 'One more appointment waits: not all of a flood are added by themselves.'
      : `${count} more appointments wait: not all of a flood are added by themselves.`,
  addAll: 'Add all to calendar',
  downloadIcs: 'Download .ics',
  addToCalendar: 'Add to calendar',
  adding: 'Adding...',
  chooseTime: 'Choose a time',
  date: 'Date',
  begins: 'Begins',
  ends: 'Ends',
  yourZone: (zone: string) => `Times are in ${zone}.`,
  endBeforeStart: 'It has to end after it begins.',
  draftLabel: 'Reply',
  gaps: 'Fill in the words in [ ]',
  copyDraft: 'Copy',
  saveDraft: 'Save to Drafts',
  savingDraft: 'Saving...',
  draftSaved: 'Saved to Drafts',
  correctFailed: 'Failed to save the correction',
  retryFailed: 'Failed to analyse the mail',
  saveFailed: 'Failed to save the draft',
  addFailed: 'Failed to add the event',
  undoFailed: 'Failed to remove the event',
  icsFailed: 'Failed to download the event',
  filters: 'Filters',
  priority: 'Priority',
  category: 'Category',
  categoryValue: (name: string) => `Category: ${name}`,
  sort: 'Sort',
  sortValue: (name: string) => `Sort: ${name}`,
  sorts: { newest: 'Newest', priority: 'Priority' },
  showing: (shown: number, all: number) => `Showing ${shown} of ${all}`,
  hiddenPending: (count: number) =>
    count === 1
      ? '1 mail without analysis is hidden'
      : `${count} mails without analysis are hidden`,
  clear: 'Clear',
  clearFilters: 'Clear filters',
  noMatch: 'No emails match these filters.',
  list: 'Emails',
  cards: 'Cards',
  nothingYet: 'Nothing analysed yet',
  emptyMailbox: 'The mailbox holds no emails',
  nothingYetText: 'The first sync reads your mailbox, the newest mail first.',
  reading: (analyzed: number, total: number) =>
    total === 0
      ? 'Reading your mailbox, the newest mail first.'
      : `Reading: ${analyzed.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  done: (analyzed: number, high: number, events: number) =>
    `${analyzed} analysed - ${high} high - ${events} ${events === 1 ? 'event' : 'events'} created`,
  failedCount: (count: number) => `${count} failed`,
  modelQuestion: ({ mails, model, place }: ModelQuestion) =>
    `${mails === 1 ? 'One mail' : `${mails.toLocaleString('en')} mails`} can be analysed by ${model}${places[place]}, or by built-in rules.${place === 'outside' ? ' What they say would leave this computer.' : ''}`,
  useModel: (model: string) => `Use ${model}`,
  useRules: 'Rules',
  missedCount: (count: number) =>
    `The model was away or too busy: ${count} by the built-in rules, until it can see them.`,
  views: { 'needs-you': 'Needs you', everything: 'Everything', done: 'Done', snoozed: 'Snoozed' },
  viewsLabel: 'Views',
  reasons,
  dueOn: (day: string) => `by ${day}`,
  missed: 'Missed',
  check: 'Check',
  /** What the mailbox and the calendar are called that are connected, or would be. */
  names: { sample: 'Sample mail', files: 'Mailbox file', imap: 'Mailbox', none: 'Gmail' },
  shortNames: {
    sample: 'Sample',
    files: 'File',
    imap: 'Mail',
    none: 'Gmail',
    calendar: 'Calendar',
  },
  notTried: 'Not tried yet:',
  opensAt: (provider: string) => `Opens this mail at ${provider}.`,
  insights: 'Insights',
  search: 'Search mail',
  searchNothing: 'No mail has all of these words.',
  searchEverything: (count: number) => `Search Everything (${count})`,
  clearSearch: 'Clear the search',
  showEverything: (count: number) => `Show Everything (${count})`,
  nothingNeedsYou: 'Nothing needs you.',
  nothingHere: 'No mail here.',
  markDone: 'Done',
  markOpen: 'Not done',
  snooze: 'Snooze',
  snoozeUntil: 'Snooze until',
  laterToday: 'Later today',
  tomorrow: 'Tomorrow',
  monday: 'Monday',
  beforeInterview: 'Before the interview',
  pickTime: 'Date and time',
  notAhead: 'Choose a time that is still to come, within two years.',
  close: 'Close',
  backToList: 'Back to the list',
  placeOf: (at: number, all: number) => `${at} of ${all}`,
  nextMail: 'Next mail',
  previousMail: 'Previous mail',
  didDone: (what: string) => `Done: ${what}`,
  didOpen: (what: string) => `Not done: ${what}`,
  didSnooze: (what: string, time: string) => `Snoozed until ${time}: ${what}`,
  didAdd: (what: string) => `Added to the calendar: ${what}`,
  didRemove: (what: string) => `Removed from the calendar: ${what}`,
  mails: (count: number) => (count === 1 ? '1 mail' : `${count.toLocaleString()} mails`),
  markFailed: 'Failed to change the mail. It stays as it was.',
  selected: (count: number) => `${count.toLocaleString()} selected`,
  selectAll: (count: number) => `Select all ${count.toLocaleString()} that match`,
  newMails: (count: number) => `${count} new`,
  mailList: 'Mails',
  openMailLabel: 'Open mail',
  loadFailed: 'Failed to load the mails',
  tryAgain: 'Try again',
  isDone: 'Done',
  isSnoozed: (time: string) => `Snoozed until ${time}`,
  unread: 'Analysis pending',
  progressValue: (done: number, total: number) => `${done} of ${total} emails analysed`,
  checking: 'Checking mailbox and calendar',
  connections: 'Status',
  mailboxStates,
  retryAt: (time: string) => `Next try at ${time}.`,
  dismiss: 'Dismiss',
  reconnect: 'Reconnect',
  noCalendarYet: 'You have not connected one yet.',
  useLocal: 'Use a local calendar',
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
