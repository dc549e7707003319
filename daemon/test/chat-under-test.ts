import { OpenAPIHono } from '@hono/zod-openapi'
import { MessageList, type StoredMessage } from '@shortlist/contracts/chat'
import type { ServerEventName } from '@shortlist/contracts/events'
import { onTestFinished } from 'vitest'
import { freshFolder } from '../../.config/testing/fresh-folder.ts'
import type { ChatPorts } from '../src/chat/ports.ts'
import { type ChatLimits, chatLimits, chatRoutes } from '../src/chat/routes.ts'
import type { ChatStore } from '../src/chat/store/chat-store.ts'
import { createBackground } from '../src/platform/background.ts'
import { guard } from '../src/platform/http/guard.ts'
import { createOriginList } from '../src/platform/http/request-check.ts'
import type { SignedIn } from '../src/platform/http/session.ts'
import type { Llm } from '../src/platform/llm/llm.ts'
import { openChatsIn } from './open-chats.ts'
import { type Sessions, sessionsUnderTest } from './realtime-under-test.ts'
import { type RecordingRealtime, recordingRealtime, type Told } from './recording-realtime.ts'
import { scriptedLlm } from './scripted-llm.ts'

export interface ChatSettings {
  readonly llm?: Llm
  readonly passages?: ChatPorts['findPassages']
  readonly findTurns?: ChatPorts['findTurns']
  readonly forgetTurns?: ChatPorts['forgetTurns']
  readonly lookUp?: ChatPorts['lookUp']
  readonly limits?: Partial<ChatLimits>
  /** Calls that take the place of the store's own. */
  readonly chats?: (real: ChatStore) => Partial<ChatStore>
  readonly realtime?: ChatPorts['realtime']
  readonly sessions?: Sessions
  readonly now?: () => Date
}

export interface ChatUnderTest {
  readonly realtime: RecordingRealtime
  readonly chats: ChatStore
  /** What went wrong in the background. */
  readonly failures: unknown[]
  readonly cookieOf: (userId: string) => string
  get(path: string, userId?: string): Promise<Response>
  send(method: string, path: string, body?: unknown, userId?: string): Promise<Response>
  post(path: string, body: unknown, userId?: string): Promise<Response>
  postForm(fields: Record<string, string | File>, userId?: string): Promise<Response>
  /** The stored messages of a chat. */
  messages(chatId: string): Promise<readonly StoredMessage[]>
  request(path: string, init: RequestInit): Promise<Response>
  /** Resolves when nothing runs in the background any more. */
  idle(): Promise<void>
  stopAll(): Promise<void>
}

/** A message of ada's, as an existing client sends it. */
export const message = {
  msg: 'Hi',
  userId: 'ada',
  coachOrChat: 'chat',
  chatId: 'ada_1',
  messageId: 1767225600000,
} as const

/** The chat routes behind the daemon's own guard, over a real store in a folder of its own. */
export async function startChat(settings: ChatSettings = {}): Promise<ChatUnderTest> {
  const now = settings.now ?? (() => new Date())
  const sessions = settings.sessions ?? sessionsUnderTest()
  const failures: unknown[] = []
  const background = createBackground((error) => failures.push(error))
  const realtime = recordingRealtime()
  const store = await openChatsIn({ folder: await freshFolder(), report: () => {}, now })
  const chats = replaced(store, settings.chats?.(store) ?? {})
  const ports: ChatPorts = {
    chats,
    llm: settings.llm ?? scriptedLlm('Hel', 'lo'),
    realtime: settings.realtime ?? realtime,
    findPassages: settings.passages ?? (async () => []),
    findTurns: settings.findTurns ?? (async () => []),
    forgetTurns: settings.forgetTurns ?? (async () => {}),
    lookUp: settings.lookUp ?? noLookUp,
    now,
  }
  const { app: chat, stopAll } = chatRoutes(ports, background, {
    ...chatLimits,
    ...settings.limits,
  })
  const app = guarded(sessions, (error) => failures.push(error)).route('/', chat)
  onTestFinished(async () => {
    await stopAll()
    await background.idle()
  })
  const cookies = new Map<string, string>()

  function cookieOf(userId: string): string {
    const cookie = cookies.get(userId) ?? sessions.signIn(userId)
    cookies.set(userId, cookie)
    return cookie
  }

  async function request(path: string, init: RequestInit = {}, userId = 'ada'): Promise<Response> {
    const headers = { ...init.headers, cookie: cookieOf(userId) }
    return app.request(path, { ...init, headers })
  }

  function send(method: string, path: string, body?: unknown, userId?: string): Promise<Response> {
    if (body === undefined) return request(path, { method }, userId)
    const headers = { 'content-type': 'application/json' }
    return request(path, { method, headers, body: JSON.stringify(body) }, userId)
  }

  return {
    realtime,
    chats,
    failures,
    cookieOf,
    request,
    send,
    get: (path, userId) => request(path, {}, userId),
    post: (path, body, userId) => send('POST', path, body, userId),
    postForm(fields, userId) {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return request('/api/chatbot', { method: 'POST', body }, userId)
    },
    async messages(chatId) {
      const answer = await request(`/api/chatbot/messages/${chatId.split('_')[0]}/${chatId}`)
      return MessageList.parse(await answer.json())
    },
    idle: () => background.idle(),
    stopAll,
  }
}

/** Chats that are about something else look nothing up. */
async function noLookUp(): Promise<never> {
  throw new Error('something was looked up')
}

/** The terminal events, in order. */
export function endsOf({ realtime }: ChatUnderTest): readonly Told[] {
  const ends: readonly ServerEventName[] = ['chat-complete', 'chat-stopped', 'chat-error']
  return realtime.told.filter(({ name }) => ends.includes(name))
}

function guarded({ findSession }: Sessions, log: (error: unknown) => void) {
  const app = new OpenAPIHono<SignedIn>()
  guard(app, { origins: createOriginList({ port: () => 4000 }), findSession, log })
  return app
}

function replaced(store: ChatStore, calls: Partial<ChatStore>): ChatStore {
  return new Proxy(store, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      return Reflect.get(calls, name) ?? (typeof own === 'function' ? own.bind(target) : own)
    },
  })
}
