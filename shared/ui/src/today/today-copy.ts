import type { NeedReason } from '@shortlist/contracts/mail-rows'

/** What is pressed about a mail that needs its reader. */
const acts: Readonly<Record<NeedReason, string>> = {
  back: 'Open',
  deadline: 'Open',
  decide: 'Decide',
  changed: 'Look',
  reply: 'Reply',
}

/** Why it does; a deadline is said by its day. */
const reasons: Readonly<Record<Exclude<NeedReason, 'deadline'>, string>> = {
  back: 'Back today',
  decide: 'An appointment waits for you',
  changed: 'An appointment has changed',
  reply: 'Asks for a reply',
}

/** Texts of Today. */
export const todayCopy = {
  nextInterview: 'Next interview',
  atOnce: 'At the same time:',
  prepare: 'Prepare',
  askCoach: 'Ask the coach',
  prepareQuestion: (what: string, from: string, time: string) =>
    `How do I prepare for “${what}” with ${from}, ${time}? What will they ask, and what do I ask them?`,
  people: 'With',
  place: 'Where',
  call: 'Call',
  said: 'The mail says',
  join: 'Join',
  mail: 'Mail',
  videoCall: 'video call',
  later: 'Then',
  today: 'today',
  now: 'now',
  soon: (hours: number, minutes: number) =>
    `in ${[hours > 0 && `${hours} h`, (minutes > 0 || hours === 0) && `${minutes} min`].filter(Boolean).join(' ')}`,
  noInterview: 'No interview is in your calendar.',
  nextDeadline: 'Next deadline',
  nothingConnected: 'Nothing is connected yet, and that is fine.',
  nothingConnectedText:
    'Chats answer from built-in guides already. With a mailbox, your next interview stands here, with what needs you below it.',
  connect: 'Connect your mailbox',
  needsYou: 'Needs you',
  allInMail: 'All in Mail',
  nothingNeedsYou: 'Nothing needs you.',
  comes: (what: string, day: string) => `Next: ${what}, ${day}.`,
  acts,
  reasons,
  about: (act: string, from: string, subject: string) => `${act}: ${from}, ${subject}`,
  wantsBy: (day: string) => `Wants it by ${day}`,
  deadlines: 'Deadlines',
  missed: (day: string) => `Missed, ${day}`,
  since: (time: string) => `Since ${time}`,
  sinceYesterday: (time: string) => `Since yesterday, ${time}`,
  soFar: 'So far',
  read: (mails: number) => `${mails.toLocaleString()} ${mails === 1 ? 'mail' : 'mails'} read.`,
  doneByItself: 'Done by itself:',
  nothingDone: 'Nothing was done by itself.',
  entered: (time: string) => `entered: ${time}`,
  moved: (time: string, was: string) => `moved to ${time}, from ${was}`,
  removed: (time: string) => `taken out: ${time}`,
  all: (count: number) => `All ${count}`,
  undo: 'Undo',
  undoing: 'Undoing...',
  undoFailed: 'This could not be undone.',
  mailbox: 'Mailbox settings',
  failed: 'Failed to look at your day',
} as const

/** Texts of the list of what can be set up. */
export const setupCopy = {
  title: 'Set up Shortlist',
  count: (done: number, all: number) => `${done} of ${all}`,
  allDone: 'Everything is set up.',
  hide: 'Hide this list',
  didHide: 'Hidden: Set up Shortlist',
  showAgain: 'Show the set-up list again',
  shown: 'It stands on Today again.',
  changeFailed: 'Failed to change the set-up list',
  done: 'done',
  lines: {
    sample: ['Try it with sample mail', 'Try', 'About 60 made-up mails of a job search.'],
    mailbox: ['Connect your mailbox', 'Connect', 'An address and an app password. Two minutes.'],
    model: ['Choose a model', 'Choose', 'Not needed: guides answer already.'],
    calendar: ['Choose a calendar', 'Choose', 'A local one is ready; Google is possible.'],
    folder: ['Upload a folder', 'Upload', 'Your code or CV: chats answer from it.'],
    panel: ['Install the side panel', 'How', 'Chat and mail beside any page.'],
  },
  found: (name: string, models: number) =>
    `${name} runs on this computer with ${models} ${models === 1 ? 'model' : 'models'}.`,
  panelSteps: [
    'Build it where Shortlist was started: npx -y pnpm@12.4.2 build',
    'Chrome: open chrome://extensions, switch on "Developer mode", press "Load unpacked" and choose the folder extension/dist/chrome-mv3.',
    'Press its button in the toolbar. Whoever is signed in here is signed in there.',
  ],
} as const
