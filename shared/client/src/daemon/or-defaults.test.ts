import { beforeEach, describe, expect, it } from 'vitest'
import type { AssistantClient, ClientEvents } from '../assistant-client.ts'
import { next } from '../testing/next-event.ts'
import { startSignedIn, type TinyDaemon } from '../testing/tiny-daemon.ts'

/** A daemon that answers no more than the specification asks for (sections 3, 7). */

const about = { messageId: 'm1', chatId: 'ada_1' }
const question = { question: 'Hi', mode: 'chat', ...about } as const
const file = { path: 'proj/a.md', file: new File(['a'], 'a.md') }
const email = { id: '7', subject: 'Interview', from: 'Bo <bo@example.com>', date: '2026-01-01' }
const analysis = { priority: 'high', category: 'job_interview', summary: 'On Monday.' }

let daemon: TinyDaemon
let client: AssistantClient

beforeEach(async () => {
  ;({ daemon, client } = await startSignedIn())
})

function answerWith(body: unknown, status = 200): void {
  daemon.world.answer = () => Response.json(body, { status })
}

describe('a question', () => {
  it('is answered at once by a reply that does not stream', async () => {
    const end = next(client, 'chat-complete')
    answerWith({ streaming: false, bot: 'Hello', context_percent: '43.7' })

    await client.chats.send(question)

    expect(await end).toEqual({ ...about, fullResponse: 'Hello', contextPercent: 43.7 })
  })

  it('is stopped at once', async () => {
    const end = next(client, 'chat-stopped')
    answerWith({ stopped: true })

    await client.chats.send(question)

    expect(await end).toMatchObject(about)
  })

  it('waits for events', async () => {
    answerWith({ streaming: true })

    await client.chats.send(question)
  })
})

describe('an answer', () => {
  it.each<[string, (client: AssistantClient) => Promise<unknown>, unknown, unknown]>([
    ['an account', ({ accounts }) => accounts.me(), { id: 'ada', email: '' }, { id: 'ada' }],
    [
      'a chat without a title',
      ({ chats }) => chats.list(),
      [{ id: 'c', chatId: 'c', lastMessage: '2026-01-01', messageCount: 2 }],
      [{ chatId: 'c', messageCount: 2, title: null, firstMessage: '2026-01-01' }],
    ],
    [
      'messages',
      ({ chats }) => chats.messages('c'),
      [{ role: 'bot', content: 'Hi' }],
      [{ role: 'bot', content: 'Hi' }],
    ],
    [
      'the context',
      ({ chats }) => chats.contextUse('c', 'chat'),
      { contextPercent: 12 },
      { contextPercent: 12 },
    ],
    ['a title that is there', ({ chats }) => chats.hasTitle('c'), { hasTitle: true }, true],
    ['a title that was made', ({ chats }) => chats.summarize('c', 'Hi'), {}, ''],
    ['a stop', ({ chats }) => chats.stop('c'), null, undefined],
    ['a removal', ({ chats }) => chats.delete('c'), null, undefined],
    ['the removal of all', ({ chats }) => chats.deleteAll(), {}, undefined],
    ['an upload', ({ folders }) => folders.upload([file]), {}, { filesProcessed: 1, files: [] }],
    [
      'a calendar that is connected',
      ({ calendar }) => calendar.status(),
      { connected: true },
      { connected: true, error: null, canUseGoogle: true },
    ],
    [
      'where the popup goes',
      ({ calendar }) => calendar.connect(),
      { authUrl: 'https://a.example' },
      'https://a.example',
    ],
    [
      'a mailbox that is not connected',
      ({ mail }) => mail.status(),
      { connected: false, error: 'No mailbox' },
      { connected: false, error: 'No mailbox', emails: [], mailbox: { state: 'not-configured' } },
    ],
    [
      'a mailbox with an email',
      ({ mail }) => mail.status(),
      { connected: true, emails: [{ ...email, analyzed: true, analysis }], lastSync: null },
      {
        mailbox: { state: 'ready' },
        emails: [
          {
            replyTo: 'bo@example.com',
            status: 'analyzed',
            priority: 'high',
            summary: 'On Monday.',
            analysis: { actionItems: [], calendarEvents: [], sentiment: 'neutral' },
          },
        ],
      },
    ],
    [
      'a sync',
      ({ mail }) => mail.sync(),
      { emails: [email] },
      { emails: [{ ...email, status: 'pending', analysis: null, events: [] }] },
    ],
  ])('may say no more of %s than the specification', async (_what, call, body, understood) => {
    answerWith(body)

    const answer = await call(client)

    if (typeof understood === 'object') expect(answer).toMatchObject(understood as object)
    else expect(answer).toBe(understood)
  })

  it.each([{ error: 'Too long' }, { message: 'Too long' }])('refuses with %o', async (body) => {
    answerWith(body, 400)

    await expect(client.chats.send(question)).rejects.toMatchObject({
      status: 400,
      reason: 'refused',
      message: 'Too long',
    })
  })
})

describe('an event', () => {
  it.each<[keyof ClientEvents, object, object]>([
    [
      'chat-complete',
      { ...about, fullResponse: 'Hello', contextPercent: '43.7' },
      { fullResponse: 'Hello', contextPercent: 43.7 },
    ],
    ['chat-complete', { ...about, fullResponse: 'Hello' }, { contextPercent: 0 }],
    ['chat-error', about, { error: '' }],
    ['chat-stopped', about, about],
    [
      'email-analyzed',
      { emailId: '7', analysis, totalToAnalyze: 3 },
      { analyzedCount: 0, analysis: { priority: 'high', actionItems: [] } },
    ],
    ['sync-complete', {}, { failed: 0, lastSync: expect.any(String) }],
    ['sync-error', { error: 'Lost' }, { error: 'Lost' }],
  ])('%s may carry no more than the specification', async (name, payload, understood) => {
    const event = next(client, name)

    daemon.emit(name, payload)

    expect(await event).toMatchObject(understood)
  })
})
