import type { Holdings, Imported, ImportPreview } from '@shortlist/contracts/accounts'
import type { GoogleTest, ModelPurpose, ModelTestStep } from '@shortlist/contracts/machine'
import type { MailboxGuess, SetVariable, TestStep } from '@shortlist/contracts/settings'

const steps: Readonly<Record<TestStep['step'], string>> = {
  name: 'Name',
  reach: 'Reach',
  tls: 'TLS',
  'sign-in': 'Sign-in',
  folder: 'Folder',
}

const found: Readonly<Record<MailboxGuess['found'], string>> = {
  table: 'Known by its address.',
  ispdb: "Known from Thunderbird's list of providers.",
  mx: 'Found by where the mail of your domain goes.',
  srv: 'Your domain names it.',
  autoconfig: 'Your domain names it in a file of its own.',
  nowhere: 'Nobody is known who keeps this address: name the server below.',
}

const securities = { tls: 'TLS', starttls: 'STARTTLS' } as const

function linesIn(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`
  return `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`
}

/** Every text of the settings; the specification names none of them. */
export const settingsCopy = {
  mailbox: 'Mailbox',
  connectTitle: 'Connect your mailbox',
  connectText:
    'Shortlist reads it over IMAP and changes nothing in it, but for drafts that you save.',
  connectLink: 'Connect your mailbox',
  connectOffer:
    'Address and app password suffice: Shortlist finds the server, tests it and begins to read.',
  changeTitle: 'Change the mailbox',
  byHand: 'By hand',
  address: 'Address',
  provider: 'Provider',
  unknown: 'Unknown',
  looking: 'Looking...',
  askDomain: (domain: string) => `Ask ${domain}`,
  found,
  server: (host: string, port: number, security: keyof typeof securities) =>
    `${host}, port ${port}, ${securities[security]}`,
  change: 'Change',
  host: 'IMAP server',
  port: 'Port',
  encryption: 'Encryption',
  securities,
  user: 'User name',
  appPassword: 'App password',
  password: 'Password of the mailbox',
  makeOne: (provider: string) => `Make one at ${provider}`,
  unchanged: 'Leave it empty to keep the stored one.',
  folder: 'Folder',
  folderHint: 'The list is filled after the first sign-in.',
  calendar: 'Put interviews into a calendar on this computer',
  calendarHint: 'Google Calendar can be chosen later.',
  connect: 'Connect',
  connecting: 'Connecting...',
  test: 'Test',
  testing: 'Testing...',
  cancel: 'Cancel',
  sealed: 'Stored sealed. It is never shown again.',
  steps,
  trust: 'Trust this one certificate',
  trustHint: 'Only if you have compared its SHA-256 with that of your server.',
  trusted: 'It counts for this server, and no other one does: test or connect again.',
  trustedOne: 'Trusted certificate',
  notTried: 'not tried',
  milliseconds: (ms: number) => `${ms} ms`,
  good: 'Good',
  bad: 'Failed',
  testGood: 'The mailbox works. Nothing has been stored yet.',
  testStopped: (step: TestStep['step']) =>
    `The test stopped at: ${steps[step]}. Nothing has been stored.`,
  isConnected: 'Connected. New mail arrives by itself.',
  isConnecting: 'Connecting...',
  isPaused: 'Paused. Nothing is read until you resume.',
  storedOn: (day: string) => `Stored on ${day}. It is never shown.`,
  unreadable: 'It cannot be opened any more: enter it again.',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove',
  removeTitle: 'Remove the mailbox',
  removeText: (mails: number | undefined) =>
    `Removes the stored password, ${mails === undefined ? 'the mails' : mails === 1 ? 'one mail' : `${mails.toLocaleString('en')} mails`} and what was found in them from Shortlist. Your mailbox stays as it is; appointments stay in your calendar.`,
  removed: 'The mailbox has been removed.',
  setBy: (variable: string) => `Set by the environment: ${variable}`,
  setByText: 'Whoever set this computer up has named your mailbox. It is changed there.',
  placeOf: ({ isInEnvironment, lines }: SetVariable, file: string) =>
    [
      ...(isInEnvironment ? ['in the environment'] : []),
      ...(lines.length > 0 ? [`${file}, ${linesIn(lines)}`] : []),
    ].join(' and '),
  secret: 'Never shown',
  alsoStored: ' · also stored',
  takeOver: 'Take over into Shortlist',
  takeOverHint:
    'Tests it and stores it sealed. As long as the environment names a mailbox, that one counts.',
  takenOver: (variables: readonly SetVariable[], file: string) => {
    const lines = variables.flatMap((variable) => variable.lines).toSorted((a, b) => a - b)
    const unset = variables.filter(({ isInEnvironment }) => isInEnvironment).map(({ name }) => name)
    const acts = [
      ...(lines.length > 0 ? [`delete ${linesIn(lines)} of ${file}`] : []),
      ...(unset.length > 0 ? [`unset ${unset.join(', ')} where Shortlist is started`] : []),
    ]
    return `It is stored: you can ${acts.join(' and ')}. From the next start on the stored one counts, and your mails, marks and appointments stay.`
  },
  otherStored: (user: string, host: string) =>
    `The mailbox of ${user} at ${host} is stored and rests. Taking over puts the one above in its place.`,
  removeLocked: 'It can be removed once the environment names none.',
  gone: (day: string) => `The environment named a mailbox until ${day}`,
  goneText: 'What was read of it is still here, and found again once it is connected.',
  connectGone: 'Connect it here',
  notHere: 'Mailboxes are connected where Shortlist runs on your own computer.',
  failed: 'This could not be done. Please try again.',
  paused: 'The mailbox is paused.',
  openSettings: 'Open settings',
} as const

const modelSteps: Readonly<Record<ModelTestStep['step'], string>> = {
  reach: 'Reach',
  key: 'Key',
  models: 'Models',
  answer: 'Answer',
}

const purposes: Readonly<Record<ModelPurpose, string>> = {
  chat: 'Chats',
  small: 'Titles and mail',
  vision: 'Pictures',
  embedding: 'Comparing passages',
}

/** Those of the model, and of who chooses it. */
export const modelCopy = {
  model: 'Model',
  answering: (label: string) => `Now answering: ${label}`,
  tryNow: 'Try now',
  trying: 'Trying...',
  notOwner: 'The owner of this computer chooses.',
  notHere: 'Models are chosen where Shortlist runs on your own computer.',
  setByText: 'Whoever set this computer up has named what answers. It is changed there.',
  answersFrom: 'Answers come from',
  byItself: 'What is found on this computer',
  byItselfHint: 'If it fails before its first word, the guides answer and say so.',
  foundHere: (name: string) => `${name}, found on this computer`,
  foundHint: (host: string, models: readonly string[]) => [host, models.join(', ')].join(' · '),
  gone: 'It is not found at present, and still asked each time.',
  guides: 'Built-in guides only',
  guidesHint: 'No model is asked, ever. Mails are analysed by rules.',
  keySaved: (day: string) => `Key saved ${day}`,
  added: (day: string) => `Added ${day}`,
  leaves: 'what you ask leaves this computer',
  add: 'Add a server',
  addIt: 'Test and add',
  address: 'Address of the server',
  addressHint: 'It usually ends in /v1.',
  key: 'Key',
  keyHint: 'Leave it empty where the server needs none. It is sent to this address alone.',
  testOf: (name: string) => `Test ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  removeText: 'Removes the server and its stored key from Shortlist. A reply that runs goes on.',
  steps: modelSteps,
  testGood: 'The server answers.',
  testStopped: (step: ModelTestStep['step']) => `The test stopped at: ${modelSteps[step]}.`,
  whichForWhat: 'Which model for what',
  purposes,
  byItselfModel: 'Chosen by itself',
  byYou: 'Chosen by you',
  isAway: (used: string) => `It is not there at present: ${used} is asked.`,
  notCompared:
    'Off: passages of your files would leave this computer. On once you choose a model for it.',
  noneCompares: 'None of these models compares passages: search finds the words alone.',
  none: 'None',
  unlisted: 'The server does not list its models.',
  standIn: 'When it fails, let the guides answer',
  standInHint:
    'Off: the failure is said, with a button for the guides. On: they answer at once and say so.',
  mayRead: 'May read my mails',
  mayReadHint:
    'Off: mails are analysed by built-in rules. On: each new mail goes to the model above.',
} as const

/** Those of how it looks and is used. */
export const appearanceCopy = {
  appearance: 'Appearance',
  kept: 'Kept in this browser; it takes effect at once.',
  mails: 'Mails as',
  rows: 'Rows',
  cards: 'Cards',
} as const

function things(count: number, one: string): string {
  return `${count === 1 ? 'One' : count} ${one}${count === 1 ? '' : 's'}`
}

/** Those of the program and of the computer that it runs on. */
export const aboutCopy = {
  about: 'About',
  version: (version: string) => `Version ${version}`,
  licences: 'Licences of what it is made of',
  checks: 'Is all well?',
  checking: 'Checking...',
  checkAgain: 'Check again',
  warning: 'Warning',
  summary: (failed: number, warned: number) =>
    failed > 0
      ? `${things(failed, 'problem')} to mend.`
      : warned > 0
        ? `Shortlist works. ${things(warned, 'hint')}.`
        : 'All is well.',
  reportHint: 'The report holds no addresses and no secrets.',
  folders: 'Folders on this computer',
  dataFolder: 'Data',
  copyDataFolder: 'Copy the data folder',
  logFolder: 'Logs',
  copyLogFolder: 'Copy the log folder',
} as const

/** Those of the groups that sections stand in. */
export const sectionCopy = {
  yours: 'Yours',
  computer: 'This computer',
} as const

/** Those of the account, and of where it is signed in. */
export const accountCopy = {
  account: 'Account',
  browsers: 'Signed-in browsers',
  browsersText: 'Whoever uses one of them acts as you.',
  unknownBrowser: 'Another program',
  seen: (signedIn: string, lastSeen: string | null) =>
    `Signed in on ${signedIn} · ${lastSeen === null ? 'this browser' : `last used on ${lastSeen}`}`,
  signOut: 'Sign out',
  signOutOf: (browser: string) => `Sign out ${browser}`,
  changeAddress: 'Change the address',
  newAddress: 'New address',
  addressHint: 'You sign in with it from then on. Your mailbox stays as it is.',
  addressChanged: 'The address has been changed.',
  changePassword: 'Change the password',
  passwordNow: 'Now',
  passwordNew: 'New',
  passwordAgain: 'New, once more',
  passwordHint: (characters: number) => `At least ${characters} characters.`,
  passwordsDiffer: 'The two differ.',
  passwordChanged: 'The password has been changed.',
  signsOut: 'Every other browser is signed out.',
} as const

/** Those of who has an account on this computer. */
export const peopleCopy = {
  people: 'People',
  accounts: 'Accounts on this computer',
  accountsText: 'Each has its own chats, mails, calendar and files. Nobody reads those of another.',
  owner: 'Owner',
  since: (day: string) => `since ${day}`,
  lastSignIn: (day: string) => `last signed in on ${day}`,
  neverSeen: 'no sign-in is known',
  remove: 'Remove',
  removeOf: (email: string) => `Remove ${email}`,
  removeText:
    'Deletes the account with its chats, mails, appointments, files and stored passwords for good.',
  signUp: 'Who may sign up',
  rules: { open: 'Everybody', first: 'Only the first', closed: 'Nobody' },
  ruleHints: {
    open: 'Whoever reaches Shortlist can create an account.',
    first: 'There is an account already, so nobody else can create one.',
    closed: 'Not even when there is no account left.',
  },
} as const

/** Those of the calendar; what the specification names stands in `calendar-copy.ts`. */
export const calendarSettingsCopy = {
  calendar: 'Calendar',
  goTo: 'Appointments go to',
  google: 'Google Calendar',
  googleHint: 'Signed in. Your own calendar takes them.',
  signInFirst: 'Sign in once, in a window of Google.',
  noClient: 'It needs a Google client, which the owner of this computer enters here.',
  local: 'A calendar on this computer',
  none: 'None',
  noneHint: 'Appointments are found and entered nowhere. What stands in a calendar stays.',
  ahead: 'The next 14 days',
  nothingAhead: 'Nothing stands in it for the next 14 days.',
} as const

/** What asks for the password of the account once more. */
export const confirmCopy = {
  title: 'Is it you?',
  text: 'This wants the password of your account on this computer. It is asked for every ten minutes at most.',
  confirm: 'Confirm',
}

const googleSteps: Readonly<Record<GoogleTest['steps'][number]['step'], string>> = {
  reach: 'Reach',
  client: 'Client',
}

/** Those of the client that everybody of a computer signs in to Google by. */
export const googleCopy = {
  title: 'Google client of this computer',
  text: 'Everybody on this computer signs in to Google by it. Make an OAuth client of the type "Web application" in the Google Cloud console, and enable the Google Calendar API there.',
  setByText: 'Whoever set this computer up has named it. It is changed there.',
  redirectUri: 'Redirect address',
  redirectHint: 'Google wants to be told it where the client is made.',
  copyRedirect: 'Copy the redirect address',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  notShown: 'It is never shown.',
  enter: 'Test and save',
  removeTitle: 'Remove the Google client',
  removeText:
    'Removes the client and its stored secret from Shortlist. Nobody on this computer reaches Google Calendar any more; appointments stay in it, and who is signed in needs no other sign-in once the same client is entered again.',
  steps: googleSteps,
  testGood: 'Google knows the client.',
  testStopped: (step: GoogleTest['steps'][number]['step']) =>
    `The test stopped at: ${googleSteps[step]}.`,
} as const

/** Those of what the account holds. */
export const dataCopy = {
  data: 'Data',
  holdings: 'What Shortlist keeps of you',
  nothing: 'Nothing yet, so there is nothing to export.',
  exportAll: 'Export everything',
  exportText: 'One file, without passwords and other secrets.',
  held: amounts,
  import: 'Import',
  importText:
    'From a file that "Export everything" has written, here or on another computer. What is here stays as it is; settings and passwords are entered anew.',
  chooseFile: 'Choose a file',
  preview: ({ fresh, known }: ImportPreview) =>
    [
      `${imported(fresh) ?? 'Nothing'} would come.`,
      imported(known) && `Here already: ${imported(known)}.`,
      fresh.mails > 0 && 'Mails show once their mailbox is connected.',
    ]
      .filter(Boolean)
      .join(' '),
  importThem: 'Import',
  cancel: 'Cancel',
  imported: (brought: Imported, time: string) => `${imported(brought) ?? 'Nothing'} came, ${time}.`,
  notWhole: 'The import was interrupted. Choose the file again to bring the rest.',
  undo: 'Undo',
  undoHint: 'For a day. What has gone on since stays, and so does the mailbox in use.',
  deleteAccount: 'Delete account',
  deleteText: (held: readonly string[]) =>
    `Deletes ${[...held, 'your account with its settings and stored passwords'].join(', ')} for good. Your mailbox stays as it is, and the access to Google Calendar is withdrawn.`,
  typeAddress: 'Your address, to be sure',
  password: 'Your password',
  takeEvents: (count: number) =>
    `Also take ${count === 1 ? 'one appointment' : `${count} appointments`} out of Google Calendar`,
  takeEventsHint: 'Off: they stay there.',
  heir: 'Who owns this computer from then on',
  heirHint:
    "Sees who has an account, chooses the model, and gets the mailbox of the environment where that is the owner's.",
  deleteIt: 'Delete my account',
  deleted: 'Your account has been deleted.',
} as const

/** Each with its number, those that there are none of left out. */
function amounts(held: Partial<Holdings>): string[] {
  const { chats = 0, messages = 0, mails = 0, marks = 0, appointments = 0 } = held
  return [
    amount(chats, 'chat'),
    amount(messages, 'message'),
    amount(mails, 'mail'),
    amount(marks, 'mark'),
    amount(appointments, 'appointment'),
    amount(held.folders ?? 0, 'folder'),
    amount(held.files ?? 0, 'file'),
  ].filter((text) => text !== null)
}

function imported(some: Imported): string | null {
  return amounts(some).join(', ') || null
}

function amount(count: number, one: string): string | null {
  return count === 0 ? null : `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}

/** Those of where and when an account works. */
export const timeCopy = {
  title: 'When you work',
  text: 'Times in mails that name no zone are read in yours, and your days begin there. Drafted replies that ask for your times remind you of these hours.',
  zone: 'Time zone',
  browserSays: (zone: string) => `Your browser says ${zone}.`,
  useIt: 'Use it',
  days: 'Working days',
  from: 'From',
  to: 'To',
  notWhole: 'Choose a day at least, and an end after the beginning.',
} as const
