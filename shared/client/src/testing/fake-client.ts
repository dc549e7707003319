import type { Account } from '@shortlist/contracts/accounts'
import type { CalendarStatus } from '@shortlist/contracts/calendar'
import type { ContextUse, MessageId, StoredMessage } from '@shortlist/contracts/chat'
import type { EngineStatus, Health } from '@shortlist/contracts/health'
import type { MailStatus } from '@shortlist/contracts/mail'
import type { Connection } from '../abilities.ts'
import {
  type AssistantClient,
  CallFailed,
  type ClientEvents,
  type RunningReply,
} from '../assistant-client.ts'
import type { NewQuestion } from '../chats.ts'
import { createEventHub } from '../event-hub.ts'
import { CallGate } from './call-gate.ts'
import { FakeCalendar } from './fake-calendar.ts'
import { FakeChats, followReplies } from './fake-chats.ts'
import { FakeFolders } from './fake-folders.ts'
import { FakeMail } from './fake-mail.ts'

/** What a fake client starts with. */
interface FakeWorld {
  /** Signed in from the start; null for nobody. */
  readonly account?: Account | null
  /** By chat id, the chat with the newest message last. */
  readonly messages?: Readonly<Record<string, readonly StoredMessage[]>>
  readonly context?: Partial<ContextUse>
  readonly engine?: Partial<EngineStatus>
  readonly connection?: Connection
  /** Connected and empty where it is left out. */
  readonly mail?: MailStatus
  /** A connected Google calendar where it is left out. */
  readonly calendar?: CalendarStatus
}

export interface FakeClient extends Pick<CallGate, 'fail' | 'hold' | 'calls'> {
  readonly client: AssistantClient
  /** Lets screens hear an event; `client.chats.running` follows it. */
  emit<Name extends keyof ClientEvents>(name: Name, event: ClientEvents[Name]): void
  setConnection(connection: Connection): void
  /** Questions that were sent, oldest first. */
  readonly sent: readonly NewQuestion[]
  readonly chats: FakeChats
  readonly folders: FakeFolders
  readonly mail: FakeMail
  readonly calendar: FakeCalendar
}

const ada: Account = { id: 'ada', email: 'ada@example.com' }

/** A client in memory: it keeps what is sent and answers calls; replies come only by `emit`. */
export function createFakeClient(world: FakeWorld = {}): FakeClient {
  const hub = createEventHub<ClientEvents>()
  const gate = new CallGate()
  const chats = new FakeChats(world.messages ?? {})
  const folders = new FakeFolders()
  const mail = new FakeMail(world.mail)
  const calendar = new FakeCalendar(world.calendar)
  const sent: NewQuestion[] = []
  const running = new Map<MessageId, RunningReply>()
  const session = fakeSession(world.account === undefined ? ada : world.account)
  const connection = fakeConnection(world.connection ?? 'online')
  let isClosed = false
  followReplies(hub.on, running)

  const pass: CallGate['pass'] = async (name, ...args) => {
    try {
      await gate.pass(name, ...args)
      session.check()
    } catch (error) {
      if (error instanceof CallFailed && error.isSignedOut) expire()
      throw error
    }
  }
  const expire = () => {
    if (!session.get()) return
    session.set(null)
    hub.emit('signed-out', {})
  }
  const parts = { world, gate, pass, chats, sent, running, session }
  const client: AssistantClient = {
    abilities: fakeAbilities,
    accounts: fakeAccounts(parts),
    chats: fakeChatCalls(parts),
    folders: folders.calls(pass),
    mail: mail.calls(pass),
    calendar: calendar.calls(pass),
    async health() {
      await gate.pass('health')
      return fakeHealth(world.engine)
    },
    on: hub.on,
    watchConnection: connection.watch,
    retryConnection: async () => connection.set('online'),
    close() {
      isClosed = true
    },
  }
  return {
    client,
    emit(name, event) {
      if (!isClosed) hub.emit(name, event)
    },
    setConnection: connection.set,
    sent,
    chats,
    folders,
    mail,
    calendar,
    calls: gate.calls,
    fail: (name, error) => gate.fail(name, error),
    hold: (name) => gate.hold(name),
  }
}

interface Parts {
  readonly world: FakeWorld
  readonly gate: CallGate
  /** Through the gate; refused while nobody is signed in. */
  readonly pass: CallGate['pass']
  readonly chats: FakeChats
  readonly sent: NewQuestion[]
  readonly running: Map<MessageId, RunningReply>
  readonly session: ReturnType<typeof fakeSession>
}

function fakeSession(start: Account | null) {
  let account = start
  return {
    get: () => account,
    set: (next: Account | null) => {
      account = next
    },
    check(): void {
      if (!account) throw new CallFailed(401, 'AUTHENTICATION_REQUIRED')
    },
  }
}

function fakeAccounts({ gate, session }: Parts): AssistantClient['accounts'] {
  async function enter(email: string): Promise<Account> {
    const account = { id: email.replace(/@.*/, ''), email }
    session.set(account)
    return account
  }

  return {
    async me() {
      await gate.pass('me')
      return session.get()
    },
    async signIn(credentials) {
      await gate.pass('signIn', credentials)
      return enter(credentials.email)
    },
    async signUp(credentials) {
      await gate.pass('signUp', credentials)
      return enter(credentials.email)
    },
    async signOut() {
      await gate.pass('signOut')
      session.set(null)
    },
  }
}

function fakeChatCalls(parts: Parts): AssistantClient['chats'] {
  const { world, pass, chats, sent, running } = parts

  return {
    list: () => pass('list').then(() => chats.list()),
    messages: (chatId) => pass('messages', chatId).then(() => chats.messages(chatId)),
    async contextUse(chatId, mode) {
      await pass('contextUse', chatId, mode)
      const messageCount = chats.messages(chatId).length + 1
      return { contextPercent: 8, totalTokens: 504, messageCount, ...world.context }
    },
    async send(question) {
      sent.push(question)
      await pass('send', question)
      const { chatId, messageId, text, mode, excerpt } = question
      const timestamp = new Date().toISOString()
      chats.append(chatId, {
        role: 'user',
        content: text,
        messageId,
        mode,
        timestamp,
        ...(excerpt && { excerpt }),
      })
    },
    stop: (chatId) => pass('stop', chatId),
    remove: (chatId) => pass('remove', chatId).then(() => chats.remove(chatId)),
    removeAll: () => pass('removeAll').then(() => chats.clear()),
    hasTitle: (chatId) => pass('hasTitle', chatId).then(() => chats.title(chatId) !== null),
    async summarize(chatId, prompt) {
      await pass('summarize', chatId, prompt)
      chats.setTitle(chatId, prompt)
      return prompt
    },
    running: (chatId) => [...running.values()].filter((reply) => reply.chatId === chatId),
    imageUrl: (chatId, image) => `/images/${chatId}/${image.id}`,
    image: (chatId, { id, type }) => pass('image', chatId, id).then(() => new Blob([id], { type })),
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

function fakeHealth(engine: Partial<EngineStatus> = {}): Health {
  const still = { kind: 'ollama', label: 'llama3.2 on Ollama', model: 'llama3.2' } as const
  return {
    name: 'shortlist',
    version: '1.0.0',
    engine: { ...still, error: null, found: [], ...engine },
  }
}

const fakeAbilities: AssistantClient['abilities'] = {
  connectionLabels: {
    online: 'Online',
    offline: 'Offline',
    connecting: 'Connecting...',
    crowded: 'Too many tabs',
  },
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
