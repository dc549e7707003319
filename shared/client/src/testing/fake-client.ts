import type { Account, Credentials, Holdings } from '@shortlist/contracts/accounts'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import type { ContextUse, StoredMessage } from '@shortlist/contracts/chat'
import type { EngineStatus, Health } from '@shortlist/contracts/health'
import type { MailStatus } from '@shortlist/contracts/mail'
import type { Abilities, Connection } from '../abilities.ts'
import type { Accounts } from '../accounts.ts'
import type { AssistantClient, ClientEvents } from '../assistant-client.ts'
import { CallFailed } from '../call-failed.ts'
import type { NewQuestion } from '../chats.ts'
import { memoryAccounts } from '../memory/memory-accounts.ts'
import { type MemoryClient, memoryClient } from '../memory/memory-client.ts'
import type { Clock } from '../memory/play-along.ts'
import { CallGate, type CallName } from './call-gate.ts'
import { FakeFolders } from './fake-folders.ts'
import { aCalendarStatus, aMailStatus, anAnalysis, CONSENT_PAGE } from './mail-samples.ts'

/** What a fake client starts with. */
interface FakeWorld {
  /** Signed in from the start; null for nobody. */
  readonly account?: Account | null
  /** By chat id, the chat with the newest message last. */
  readonly messages?: Readonly<Record<string, readonly StoredMessage[]>>
  readonly context?: Partial<ContextUse>
  readonly engine?: Partial<EngineStatus>
  readonly connection?: Connection
  /** What the health tells of accounts; nothing where it is left out. */
  readonly told?: Pick<Health, 'hasAccounts' | 'canSignUp'>
  /** Connected and empty where it is left out. */
  readonly mail?: MailStatus
  /** A connected Google calendar where it is left out. */
  readonly calendar?: CalendarStatus
  /** The variable that names the mailbox; none where it is left out. */
  readonly mailboxSetBy?: string
  /** The variable that names the model; none where it is left out. */
  readonly modelSetBy?: string
  /** The variables that name the Google client; none where it is left out. */
  readonly googleSetBy?: string
  /** The variable that names the time zone; none where it is left out. */
  readonly zoneSetBy?: string
  /** The variable that says who may sign up; none where it is left out. */
  readonly signUpSetBy?: string
  /** How much the account holds; nothing where it is left out. */
  readonly holdings?: Partial<Holdings>
  /** Who else has an account; nobody where it is left out. */
  readonly people?: readonly Account[]
  /** Whether what can be set up is listed; not where it is left out. */
  readonly showsSetup?: boolean
  /** By it replies and syncs come by themselves; without it only by `emit`. */
  readonly clock?: Clock
}

export interface FakeClient
  extends Pick<CallGate, 'fail' | 'hold' | 'calls'>,
    Pick<MemoryClient, 'chats' | 'mail' | 'calendar'> {
  readonly client: AssistantClient
  /** Lets screens hear an event; `client.chats.running` follows it. */
  emit<Name extends keyof ClientEvents>(name: Name, event: ClientEvents[Name]): void
  setConnection(connection: Connection): void
  /** Questions that were sent, oldest first. */
  readonly sent: readonly NewQuestion[]
  readonly folders: FakeFolders
}

const still: EngineStatus = {
  ...{ kind: 'ollama', label: 'llama3.2 on Ollama', model: 'llama3.2' },
  ...{ error: null, found: [] },
}

const nothingHeld: Holdings = {
  ...{ chats: 0, messages: 0, mails: 0, marks: 0 },
  ...{ appointments: 0, inGoogle: 0, folders: 0, files: 0 },
}

const ada: Account = { id: 'ada', email: 'ada@example.com' }

/** The client in memory as a test can lead it: what was called, what is held back, what fails. */
export function createFakeClient(world: FakeWorld = {}): FakeClient {
  const gate = new CallGate()
  const memory = fakeMemory(world)
  const folders = new FakeFolders()
  const connection = fakeConnection(world.connection ?? 'online')
  const session = { account: world.account === undefined ? ada : world.account }
  const { chats, mail, calendar, settings, today } = memory.calls
  const sent: NewQuestion[] = []
  let isClosed = false

  /** Through the gate; refused while nobody is signed in. */
  const pass: CallGate['pass'] = async (name, ...args) => {
    if (name === 'send') sent.push(args[0] as NewQuestion)
    try {
      await gate.pass(name, ...args)
      if (!session.account) throw new CallFailed(401, 'AUTHENTICATION_REQUIRED')
    } catch (error) {
      if (session.account && error instanceof CallFailed && error.isSignedOut) {
        session.account = null
        memory.hub.emit('signed-out', {})
      }
      throw error
    }
  }

  const client: AssistantClient = {
    abilities,
    accounts: gated(fakeAccounts(session, world), '', gate.pass.bind(gate)),
    chats: {
      ...gated(
        {
          ...chats,
          // as over the wire, each answer is another one
          messages: async (chatId) => structuredClone(memory.chats.messages(chatId)),
          async contextUse(chatId) {
            const messageCount = memory.chats.messages(chatId).length + 1
            return { contextPercent: 8, totalTokens: 504, messageCount, ...world.context }
          },
          imageUrl: (chatId, { id }) => `/images/${chatId}/${id}`,
        },
        '',
        pass,
      ),
      image: (chatId, { id, type }) =>
        pass('image', chatId, id).then(() => new Blob([id], { type })),
    },
    folders: folders.calls(pass),
    mail: gated(mail, 'mail.', pass),
    calendar: gated(
      { ...calendar, icsUrl: (eventId) => `/calendar/${eventId}.ics` },
      'calendar.',
      pass,
    ),
    settings: gated(settings, 'settings.', pass),
    today: gated(today, 'today.', pass),
    async health() {
      await gate.pass('health')
      const engine = { ...still, ...world.engine }
      return { name: 'shortlist', version: '1.0.0', engine, ...world.told }
    },
    on: memory.hub.on,
    watchConnection: connection.watch,
    retryConnection: async () => connection.set('online'),
    close() {
      isClosed = true
    },
  }
  return {
    client,
    emit(name, event) {
      if (!isClosed) memory.hub.emit(name, event)
    },
    setConnection: connection.set,
    sent,
    chats: memory.chats,
    folders,
    mail: memory.mail,
    calendar: memory.calendar,
    calls: gate.calls,
    fail: gate.fail.bind(gate),
    hold: gate.hold.bind(gate),
  }
}

function fakeMemory({
  messages = {},
  mail,
  calendar,
  clock,
  mailboxSetBy,
  modelSetBy,
  googleSetBy,
  zoneSetBy,
  engine,
  showsSetup,
}: FakeWorld): MemoryClient {
  let feeds = 0
  function publish(): string {
    feeds += 1
    return `http://localhost:4000/api/calendar/feed/secret-${feeds}.ics`
  }
  return memoryClient({
    chats: Object.entries(messages).map(([chatId, said]) => ({
      chatId,
      title: null,
      messages: said,
    })),
    mail: mail ?? aMailStatus(),
    calendar: calendar ?? aCalendarStatus(),
    authUrl: CONSENT_PAGE,
    feed: { publish, end() {} },
    mailboxRefusal: null,
    showsSetup,
    mailboxSetBy,
    modelSetBy,
    googleSetBy,
    zoneSetBy,
    engine: { ...still, ...engine },
    now: () => Date.now(),
    script: clock && {
      clock,
      random: () => 0.5,
      reply: () => 'Hello you',
      finding: () => anAnalysis(),
    },
  })
}

/** Calls that are answered without asking anybody. */
const immediate = ['running', 'imageUrl', 'icsUrl', 'exportUrl']

/** The calls of a domain, each of which passes the gate under its name before it is made. */
function gated<Calls extends object>(calls: Calls, domain: string, pass: CallGate['pass']): Calls {
  const all = Object.entries(calls).map(([name, call]) => {
    if (immediate.includes(name)) return [name, call]
    const passing = async (...args: unknown[]) => {
      // the names of the port's calls are made of the same parts
      await pass(`${domain}${name}` as CallName, ...args)
      return call(...args)
    }
    return [name, passing]
  })
  return Object.fromEntries(all)
}

function fakeAccounts(session: { account: Account | null }, world: FakeWorld): Accounts {
  let entered = ''

  async function enter({ email, password }: Credentials): Promise<Account> {
    const account = { id: email.replace(/@.*/, ''), email }
    session.account = account
    entered = password
    return account
  }

  return {
    ...memoryAccounts({
      account: () => session.account,
      enter(account) {
        session.account = account
      },
      holdings: { ...nothingHeld, ...world.holdings },
      signUpSetBy: world.signUpSetBy ?? null,
      others: world.people ?? [],
    }),
    me: async () => session.account,
    signIn: enter,
    signUp: enter,
    async signOut() {
      session.account = null
    },
    async confirm(password) {
      if (password === entered) return
      const code = 'CONFIRM_NEEDED'
      throw new CallFailed(403, 'This is not the password of your account.', { code })
    },
  }
}

function fakeConnection(start: Connection) {
  const hearers = new Set<(connection: Connection) => void>()
  let connection = start
  return {
    set(next: Connection): void {
      connection = next
      for (const hear of hearers) hear(next)
    },
    watch(hear: (connection: Connection) => void): () => void {
      hearers.add(hear)
      hear(connection)
      return () => hearers.delete(hear)
    },
  }
}

const abilities: Abilities = {
  connectionLabel: null,
  notice: null,
  canSignOut: true,
  canOpenPopup: true,
  canUseAddresses: true,
  folderUploadRefusal: null,
  exampleApplications: null,
  hasWebApp: true,
  apiDocsUrl: null,
  origin: 'http://localhost:4000',
}
