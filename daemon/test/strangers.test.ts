import { ErrorReply } from '@shortlist/contracts/errors'
import { Joined } from '@shortlist/contracts/events'
import { io, type Socket } from 'socket.io-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endWithTests } from '../../.config/testing/end-with-tests.ts'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { type Caller, newCaller } from './browserless-client.ts'

const Api = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
      }),
    ),
  ),
})

/** Calls that name no account at all; every other one is tried with a foreign id. */
const accountless = new Set([
  'GET /api/health',
  'POST /api/users',
  'POST /api/users/sessions',
  'DELETE /api/users/sessions',
  'GET /api/users/me',
  'GET /api/users/protected',
  'POST /api/rag/process-folder',
  'GET /api/gmail/callback',
  'GET /api/calendar/callback',
  'GET /api/calendar/feed/{token}',
  // of the signed-in account, whoever that is
  'GET /api/users/me/sessions',
  'DELETE /api/users/me/sessions/{id}',
  'PATCH /api/users/me',
  'DELETE /api/users/me',
  'GET /api/users/me/holdings',
  'GET /api/users/me/export',
  'GET /api/users/me/import',
  'POST /api/users/me/import',
  'DELETE /api/users/me/import',
  'POST /api/users/me/import/preview',
])

/** What is of this computer, for its owner, names none either. */
function namesAccount(call: string): boolean {
  return !accountless.has(call) && !call.includes('/api/settings/machine')
}

let daemon: RunningDaemon
let ada: Caller
let bob: Caller
let adasChat: string

beforeAll(async () => {
  daemon = await startDaemon()
  ada = await newCaller(daemon.url, 'ada@example.test')
  bob = await newCaller(daemon.url, 'bob@example.test')
  adasChat = `${ada.account.id}_1`
  const asked = await ada.call('POST', '/api/chatbot', question(ada.account.id, adasChat))
  expect(asked.status).toBe(200)
}, 60_000)

function question(userId: string, chatId: string) {
  return { msg: 'secret plans', userId, coachOrChat: 'coach', chatId, messageId: `m-${chatId}` }
}

async function everyCall(): Promise<string[]> {
  const { paths } = Api.parse(await (await fetch(`${daemon.url}/api/openapi.json`)).json())
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

function filled(path: string, userId: string, chatId: string): string {
  return path
    .replace('{userId}', userId)
    .replace('{chatId}', chatId)
    .replace('{imageId}', 'x')
    .replace('{emailId}', 'abcdefgh')
    .replace('{eventId}', 'abcdefgh')
    .replace('{folderId}', 'abcdefgh')
    .replace('{fileId}', 'abcdefgh?first=1&last=2')
    .replace('{changeId}', 'abcdefgh')
    .replace('{kind}', 'local')
}

describe('over HTTP', () => {
  it("refuses every call that names another account's id", async () => {
    const calls = (await everyCall()).filter(namesAccount)
    const body = {
      ...question(ada.account.id, adasChat),
      prompt: 'a title, please',
      body: 'a reply',
      fileIds: ['abcdefgh'],
      changeId: 'abcdefgh',
      mark: 'done',
      ids: ['abcdefgh'],
      address: 'bob@example.test',
      host: '127.0.0.1',
      port: 993,
      security: 'tls',
      user: 'bob',
      folder: 'INBOX',
      password: 'secret password',
      mailByModel: true,
      isHidden: true,
      eventId: 'abcdefgh',
      at: '2026-11-28T10:00:00Z',
      asOf: '2026-11-28T10:00:00Z',
    }
    const answers = await Promise.all(
      calls.map(async (call) => {
        const [method = '', path = ''] = call.split(' ')
        const sent = method === 'GET' ? undefined : body
        const answer = await bob.call(method, filled(path, ada.account.id, adasChat), sent)
        return [call, answer.status, (await answer.text()).includes('secret')]
      }),
    )

    expect(calls.length).toBeGreaterThan(8)
    expect(answers).toEqual(calls.map((call) => [call, 403, false]))
  })

  it('refuses every one of them without a session', async () => {
    const calls = (await everyCall()).filter(namesAccount)
    const answers = await Promise.all(
      calls.map(async (call) => {
        const [method = '', path = ''] = call.split(' ')
        const sent = method === 'GET' ? {} : { body: JSON.stringify(question(ada.account.id, 'x')) }
        const answer = await fetch(daemon.url + filled(path, ada.account.id, adasChat), {
          method,
          headers: { 'content-type': 'application/json' },
          ...sent,
        })
        const { error } = ErrorReply.parse(await answer.json())
        return [call, answer.status, error]
      }),
    )

    expect(answers).toEqual(calls.map((call) => [call, 401, 'AUTHENTICATION_REQUIRED']))
  })
})

describe('over the socket', () => {
  async function connected(caller: Caller): Promise<Socket> {
    const socket = io(daemon.url, { extraHeaders: { cookie: caller.cookie }, forceNew: true })
    endWithTests(() => socket.close())
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    return socket
  }

  it.each(['join-chat', 'join-sync-updates'])(
    "refuses %s with another account's id",
    async (join) => {
      const socket = await connected(bob)
      const args = join === 'join-chat' ? [ada.account.id, { stream: 'delta' }] : [ada.account.id]

      const answer = Joined.parse(await socket.timeout(5_000).emitWithAck(join, ...args))

      expect(answer.ok).toBe(false)
    },
  )
})
