import type { EngineStatus } from '@shortlist/contracts/health'
import { answerLookUp } from '@shortlist/contracts/look-up'
import type { MailStatus } from '@shortlist/contracts/mail'
import { lookUpOf } from '@shortlist/contracts/suggestions'
import type { Abilities } from '../abilities.ts'
import type { Accounts } from '../accounts.ts'
import type { AssistantClient } from '../assistant-client.ts'
import { CallFailed } from '../call-failed.ts'
import type { Folders } from '../folders.ts'
import { memoryClient } from '../memory/memory-client.ts'
import type { Clock } from '../memory/play-along.ts'
import { writeIcs } from '../memory/write-ics.ts'
import { chooseReply } from './choose-reply.ts'
import { sampleChats } from './sample-chats.ts'
import { sampleEmails } from './sample-emails.ts'

export interface DemoOptions {
  /**
   * Where the pages beside the demo lie, with a slash at its end: `demo-consent.html`,
   * `demo-elsewhere.html`, `oauth-success.html` and `run-locally.html`. Null where there are none;
   * then nothing leads there, and the calendar is connected from the start.
   */
  readonly pages: string | null
  readonly version: string
  /** What the strip says, where a visitor needs another sentence than that it is a demo. */
  readonly noticeText?: string
  /** The id of the one account. */
  readonly userId?: string
  readonly clock?: Clock
  /** From 0 to below 1, as `Math.random`. */
  readonly random?: () => number
}

/** Until mailbox and calendar say for the first time how they are, in milliseconds. */
const INITIAL_DELAY = 1000
/** Until all chats are deleted, in milliseconds. */
const REMOVE_ALL_DELAY = 500
/** How long before the visit the last sync was, in milliseconds. */
const LAST_SYNC = 30 * 60_000

/**
 * The client that asks nobody: one account, three chats, canned replies, three emails and a
 * calendar, in memory (specification, sections 1 to 4 and 9). It makes no request and stores
 * nothing; whatever a visitor does is gone with the page.
 */
export function demoClient(options: DemoOptions): AssistantClient {
  const {
    pages,
    version,
    userId = 'demo-user',
    clock = systemClock,
    random = Math.random,
  } = options
  const now = clock.now()
  const account = { id: userId, email: 'demo@example.com' }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const samples = sampleEmails({ now, timeZone, pages })
  const wait = (delay: number) => new Promise<void>((resolve) => clock.after(delay, resolve))
  const mailUrl = (emailId: string) => pages && `${pages}gmail-mcp?mail=${emailId}`
  let opened: Promise<void> | undefined

  const memory = memoryClient({
    chats: sampleChats(userId, now).toReversed(),
    mail: {
      connected: true,
      error: null,
      emails: samples.map(({ email }) => email),
      lastSync: new Date(now - LAST_SYNC).toISOString(),
      sync: null,
      mailbox: mailbox(account.email, pages),
    },
    calendar: {
      connected: pages === null,
      error: null,
      kind: pages === null ? 'google' : null,
      canUseGoogle: true,
      isGoogleSignedIn: pages === null,
      wasChosen: pages === null,
      feedUrl: null,
      timeZone,
    },
    dues: new Map(samples.flatMap(({ email, due }) => (due ? [[email.id, due]] : []))),
    authUrl: pages && `${pages}demo-consent.html`,
    // the feed lies inside of this page, each time at an address that nobody else knows
    feed: {
      publish: (events) => URL.createObjectURL(writeIcs(events, clock.now())),
      end: URL.revokeObjectURL,
    },
    mailboxRefusal: MAILBOX_REFUSAL,
    engine,
    now: () => clock.now(),
    script: {
      clock,
      random,
      reply(asked) {
        const lookUp = lookUpOf(asked.question)
        return lookUp
          ? answerLookUp(lookUp, { ...memory.today(), zone: timeZone, mailUrl })
          : chooseReply(asked)
      },
      finding(emailId) {
        const sample = samples.find(({ email }) => email.id === emailId)
        if (!sample) throw new CallFailed(404, 'Email not found')
        return sample.finding
      },
    },
    opened() {
      opened ??= wait(INITIAL_DELAY)
      return opened
    },
    removed: () => wait(REMOVE_ALL_DELAY),
  })

  return {
    ...memory.calls,
    abilities: abilities(pages, options.noticeText),
    accounts: { me: async () => account, ...noSignIn },
    folders: noFolders,
    health: async () => ({
      name: 'shortlist',
      version,
      engine,
    }),
    on: memory.hub.on,
    watchConnection(hear) {
      hear('online')
      return () => {}
    },
    retryConnection: async () => {},
    close: memory.close,
  }
}

const engine: EngineStatus = {
  ...{ kind: 'built-in', label: 'Canned replies', model: null },
  ...{ error: null, found: [] },
}

const systemClock: Clock = {
  now: () => Date.now(),
  after: (delay, act) => void setTimeout(act, delay),
}

function mailbox(label: string, pages: string | null): MailStatus['mailbox'] {
  return {
    kind: 'imap',
    state: 'ready',
    label,
    provider: 'Gmail',
    appPasswordUrl: null,
    retryAt: null,
    canSaveDrafts: true,
    composeUrl: pages === null ? '' : `${pages}demo-elsewhere.html#draft`,
  }
}

function refusing(sentence: string) {
  return async (): Promise<never> => {
    throw new CallFailed(403, sentence)
  }
}

const refuse = refusing('The demo has one account, and you are signed in to it.')
const noSignIn: Omit<Accounts, 'me'> = {
  signIn: refuse,
  signUp: refuse,
  signOut: refuse,
  browsers: refuse,
  signOutBrowser: refuse,
  people: refuse,
  change: refuse,
  holdings: refuse,
  exportUrl: null,
  previewImport: refuse,
  import: refuse,
  lastImport: refuse,
  undoImport: refuse,
  delete: refuse,
  removePerson: refuse,
  chooseSignUp: refuse,
  confirm: refuse,
}

const UPLOAD_REFUSAL =
  'Folders can be uploaded where Shortlist runs on your own computer. The demo sends nothing.'

const MAILBOX_REFUSAL =
  'Mailboxes are connected where Shortlist runs on your own computer. The demo sends nothing.'

const refuseFolder = refusing(UPLOAD_REFUSAL)
const noFolders: Folders = {
  list: async () => ({ folders: [], unembedded: 0 }),
  files: async () => [],
  upload: refuseFolder,
  delete: refuseFolder,
  deleteFiles: refuseFolder,
  open: refuseFolder,
}

const EXAMPLE: Abilities['exampleApplications'] = [
  { stage: 'applied', exit: 'rejected', count: 9 },
  { stage: 'applied', exit: 'waiting', count: 6 },
  { stage: 'interview', exit: 'rejected', count: 3 },
  { stage: 'interview', exit: null, count: 2 },
  { stage: 'offer', exit: 'rejected', count: 1 },
  { stage: 'accepted', exit: null, count: 1 },
]

const NOTICE = 'Demo - sample data, nothing is sent'

function abilities(pages: string | null, noticeText = NOTICE): Abilities {
  return {
    connectionLabel: 'Demo',
    notice: {
      text: noticeText,
      link: pages === null ? null : { text: 'Run it locally', href: `${pages}run-locally.html` },
    },
    canSignOut: false,
    canOpenPopup: pages !== null,
    canUseAddresses: false,
    folderUploadRefusal: UPLOAD_REFUSAL,
    exampleApplications: EXAMPLE,
    // every tab begins its own
    hasWebApp: false,
    apiDocsUrl: null,
    // an address that no name server knows (RFC 2606), where there is none
    origin: pages === null ? 'https://demo.invalid' : new URL(pages).origin,
  }
}
