import { serve } from '@hono/node-server'
import { CalendarChoice } from '@shortlist/contracts/calendar'
import { Excerpt, type MessageId, Mode } from '@shortlist/contracts/chat'
import { type ServerEventName, serverEvents } from '@shortlist/contracts/events'
import { MailStatusQuery } from '@shortlist/contracts/mail'
import { MailRowsQuery, MarkRequest } from '@shortlist/contracts/mail-rows'
import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Server, type Socket } from 'socket.io'
import { onTestFinished } from 'vitest'
import type { AssistantClient } from '../assistant-client.ts'
import { CallFailed } from '../call-failed.ts'
import { daemonClient } from '../daemon/daemon-client.ts'
import { furnishedMail } from './client-world.ts'
import { createFakeClient, type FakeClient } from './fake-client.ts'
import { FakeClock } from './fake-clock.ts'

/** What stands behind a tiny daemon; a test may look and change. */
export interface TinyWorld {
  readonly fake: FakeClient
  /** By which replies and syncs come. */
  readonly clock: FakeClock
  readonly running: MessageId[]
  /** Replaces the answer of every call, where there is one. */
  answer: (() => Response | Promise<Response>) | undefined
  /** The body of the last message, as it arrived. */
  lastMessage: Record<string, unknown>
  /** The fields of the last upload, in their order: each name, and its text or the name of its file. */
  lastUpload: readonly (readonly [name: string, value: string])[]
  /** Sockets are refused: the account has as many as it may have. */
  isCrowded: boolean
}

export interface TinyDaemon {
  readonly url: string
  readonly world: TinyWorld
  /** Events that sockets have sent, oldest first. */
  readonly heard: (readonly [name: string, ...args: unknown[]])[]
  /** Resolves when sockets have sent an event of this name so many times in all. */
  received(name: string, times?: number): Promise<void>
  emit(name: string, payload: unknown): void
  /** How many sockets are connected. */
  sockets(): number
  /** Says goodbye to every socket. */
  dismiss(): void
  close(): Promise<void>
}

/**
 * The calls and the socket of a daemon in front of the client in memory, for one account without
 * cookies, on a free port.
 */
export async function startTinyDaemon(port = 0): Promise<TinyDaemon> {
  const clock = new FakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const world: TinyWorld = {
    fake: createFakeClient({ account: null, mail: furnishedMail(), clock }),
    clock,
    running: [],
    answer: undefined,
    lastMessage: {},
    lastUpload: [],
    isCrowded: false,
  }
  const app = tinyApp(world)
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (at) => resolve(at.port))
  const io = new Server(server)
  const { heard, received } = hearSockets(io, world)
  for (const name of Object.keys(serverEvents) as ServerEventName[]) {
    world.fake.client.on(name, (event) => io.emit(name, event))
  }
  const crowded = Object.assign(new Error('Too many'), { data: { code: 'TOO_MANY_CONNECTIONS' } })
  io.use((_socket, next) => next(world.isCrowded ? crowded : undefined))

  return {
    url: `http://127.0.0.1:${await listening}`,
    world,
    heard,
    received,
    emit: (name, payload) => io.emit(name, payload),
    sockets: () => io.sockets.sockets.size,
    dismiss: () => io.disconnectSockets(true),
    close: () => io.close(),
  }
}

/** A tiny daemon, and a client of it that is signed in and hears its events; both end with the test. */
export async function startSignedIn() {
  const daemon = await startTinyDaemon()
  const client = daemonClient(daemon.url)
  await client.accounts.signUp({ email: 'ada@example.com', password: 'correct horse' })
  await daemon.received('join-chat')
  onTestFinished(async () => {
    client.close()
    await daemon.close()
  })
  return { daemon, client }
}

function hearSockets(io: Server, world: TinyWorld) {
  const heard: TinyDaemon['heard'] = []
  const waiting: { name: string; times: number; resolve: () => void }[] = []
  const count = (wanted: string) => heard.filter(([name]) => name === wanted).length

  io.on('connection', (socket: Socket) => {
    socket.onAny((name: string, ...args: unknown[]) => {
      heard.push([name, ...args.filter((arg) => typeof arg !== 'function')])
      const acknowledge = args.at(-1)
      if (typeof acknowledge === 'function') acknowledge({ ok: true, running: world.running })
      for (const { name, times, resolve } of waiting) if (count(name) >= times) resolve()
    })
  })

  function received(name: string, times = 1): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ name, times, resolve })
    if (count(name) >= times) resolve()
    return promise
  }

  return { heard, received }
}

function tinyApp(world: TinyWorld): Hono {
  const { accounts, health } = world.fake.client
  return new Hono()
    .use('/api/*', async (_c, next) => (world.answer ? world.answer() : next()))
    .get('/api/health', async (c) => c.json(await health()))
    .get('/api/users/me', async (c) => {
      const account = await accounts.me()
      if (!account) throw new CallFailed(401, 'AUTHENTICATION_REQUIRED')
      return c.json(account)
    })
    .post('/api/users', (c) => c.json({}))
    .post('/api/users/sessions', async (c) => {
      return c.json({ user: await accounts.signIn(await c.req.json()) })
    })
    .post('/api/users/sessions/confirm', async (c) => {
      await accounts.confirm((await c.req.json()).password)
      return c.body(null, 204)
    })
    .delete('/api/users/sessions', async (c) => {
      await accounts.signOut()
      return c.body(null, 204)
    })
    .patch('/api/users/me', async (c) => c.json(await accounts.change(await c.req.json())))
    .delete('/api/users/me', async (c) => {
      await accounts.delete(await c.req.json())
      return c.body(null, 204)
    })
    .get('/api/users/me/holdings', async (c) => c.json(await accounts.holdings()))
    .get('/api/users/me/import', async (c) => c.json(await accounts.lastImport()))
    .post('/api/users/me/import', async (c) => c.json(await accounts.import(await c.req.blob())))
    .post('/api/users/me/import/preview', async (c) =>
      c.json(await accounts.previewImport(await c.req.blob())),
    )
    .delete('/api/users/me/import', async (c) => c.json(await accounts.undoImport()))
    .delete('/api/settings/machine/people/:id', async (c) =>
      c.json(await accounts.removePerson(c.req.param('id'))),
    )
    .get('/api/users/me/sessions', async (c) => c.json({ browsers: await accounts.browsers() }))
    .delete('/api/users/me/sessions/:id', async (c) =>
      c.json({ browsers: await accounts.signOutBrowser(c.req.param('id')) }),
    )
    .get('/api/settings/machine/people', async (c) => c.json(await accounts.people()))
    .patch('/api/settings/machine/people', async (c) =>
      c.json(await accounts.chooseSignUp((await c.req.json()).signUp)),
    )
    .route('/api/chatbot', tinyChats(world))
    .route('/api/rag', tinyFolders(world))
    .route('/api/gmail', tinyMail(world.fake.client))
    .route('/api/mail/:userId', tinyRows(world.fake.client))
    .route('/api/calendar', tinyCalendar(world.fake.client))
    .route('/api/settings/machine', tinyMachine(world.fake.client))
    .route('/api/today/:userId', tinyToday(world.fake.client))
    .route('/api/settings/:userId', tinySettings(world.fake.client))
    .onError((error, c) => {
      if (!(error instanceof CallFailed)) throw error
      const { message, status, code = 'NOT_FOUND' } = error
      const refusal = { code, error: message, message, requestId: 'r1' }
      return c.json(refusal, status as ContentfulStatusCode)
    })
}

const done = { message: 'Done' }

function tinyChats(world: TinyWorld): Hono {
  const { chats } = world.fake.client
  return new Hono()
    .post('/', async (c) => {
      const isJson = c.req.header('content-type')?.startsWith('application/json')
      world.lastMessage = isJson ? await c.req.json() : await c.req.parseBody()
      await chats.send(questionOf(world.lastMessage))
      return c.json({ streaming: true, message: 'Streaming response via WebSocket' })
    })
    .post('/stop', async (c) => {
      await chats.stop((await c.req.json()).chatId)
      return c.json(done)
    })
    .post('/has-title', async (c) =>
      c.json({ hasTitle: await chats.hasTitle((await c.req.json()).chatId) }),
    )
    .post('/summarize', async (c) => {
      const { chatId, prompt } = await c.req.json()
      return c.json({ summary: await chats.summarize(chatId, prompt) })
    })
    .get('/list/:userId', async (c) => c.json(await chats.list()))
    .get('/messages/:userId/:chatId', async (c) =>
      c.json(await chats.messages(c.req.param('chatId'))),
    )
    .get('/context/:userId/:chatId', async (c) =>
      c.json(await chats.contextUse(c.req.param('chatId'), Mode.parse(c.req.query('mode')))),
    )
    .delete('/:userId/:chatId', async (c) => {
      await chats.delete(c.req.param('chatId'))
      return c.json(done)
    })
    .delete('/:userId', async (c) => {
      await chats.deleteAll()
      return c.json(done)
    })
}

function questionOf(sent: Record<string, unknown>) {
  const { msg, coachOrChat, chatId, messageId, image, excerpt } = sent
  return {
    question: String(msg),
    mode: Mode.parse(coachOrChat),
    chatId: String(chatId),
    messageId: String(messageId),
    ...(image instanceof File && { image }),
    // as it is in JSON, or as the JSON text of a form
    excerpt: Excerpt.optional().parse(typeof excerpt === 'string' ? JSON.parse(excerpt) : excerpt),
  }
}

function tinyFolders(world: TinyWorld): Hono {
  const { folders } = world.fake.client
  return new Hono()
    .post('/process-folder', async (c) => {
      const form = [...(await c.req.raw.formData())]
      world.lastUpload = form.map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value.name,
      ])
      const files = form.flatMap(([, file]) =>
        typeof file === 'string' ? [] : [{ path: file.name, file }],
      )
      return c.json(await folders.upload(files))
    })
    .get('/folders/:userId', async (c) => c.json(await folders.list()))
    .delete('/folders/:userId/:folderId', async (c) => {
      await folders.delete(c.req.param('folderId'))
      return c.json(done)
    })
    .get('/files/:userId', async (c) =>
      c.json({ message: 'Found files', files: await folders.files() }),
    )
    .delete('/files/:userId', async (c) => {
      await folders.deleteFiles((await c.req.json()).fileIds)
      return c.json(done)
    })
    .get('/sources/:userId/:fileId', async (c) => {
      const firstLine = Number(c.req.query('first'))
      const lastLine = Number(c.req.query('last'))
      const fileId = c.req.param('fileId')
      const path = (await folders.files()).find(({ id }) => id === fileId)?.path ?? ''
      return c.json(await folders.open({ fileId, path, firstLine, lastLine, heading: '' }))
    })
}

function tinyMail({ mail }: AssistantClient): Hono {
  return new Hono()
    .get('/status/:userId', async (c) => {
      const { emails } = MailStatusQuery.parse(c.req.query())
      return c.json(await mail.status({ emails }))
    })
    .post('/connect', async (c) => {
      const { connected, error } = await mail.connect()
      if (!connected) throw new CallFailed(500, error ?? '')
      return c.json({ success: true, message: 'Connected' })
    })
    .post('/sample', async (c) => c.json(await mail.useSample()))
    .delete('/sample/:userId', async (c) => c.json(await mail.leaveSample()))
    .post('/sync', async (c) => c.json(await mail.sync(MailStatusQuery.parse(c.req.query()))))
    .post('/sync/cancel', async (c) => {
      await mail.cancelSync()
      return c.json(done)
    })
    .patch('/emails/:userId/:emailId', async (c) => {
      const { userId: _, ...correction } = await c.req.json()
      return c.json(await mail.correct(c.req.param('emailId'), correction))
    })
    .post('/emails/:userId/:emailId/retry', async (c) =>
      c.json(await mail.retry(c.req.param('emailId'))),
    )
    .post('/emails/:userId/:emailId/draft', async (c) =>
      c.json(await mail.saveDraft(c.req.param('emailId'), (await c.req.json()).body)),
    )
}

function tinyRows({ mail }: AssistantClient): Hono {
  return new Hono()
    .get('/rows', async (c) => {
      const { category, ...query } = c.req.query()
      const categories = category === undefined ? {} : { category: c.req.queries('category') }
      return c.json(await mail.rows(MailRowsQuery.parse({ ...query, ...categories })))
    })
    .get('/mails/:emailId', async (c) => c.json(await mail.open(c.req.param('emailId'))))
    .post('/marks', async (c) => c.json(await mail.mark(MarkRequest.parse(await c.req.json()))))
    .delete('/marks/:changeId', async (c) => c.json(await mail.unmark(c.req.param('changeId'))))
}

function tinyToday({ today }: AssistantClient): Hono {
  return new Hono()
    .get('/', async (c) => c.json(await today.read()))
    .get('/setup', async (c) => c.json(await today.setup()))
    .patch('/setup', async (c) => c.json(await today.hideSetup((await c.req.json()).isHidden)))
    .get('/changes', async (c) => c.json({ changes: await today.changes() }))
    .post('/undo', async (c) => c.json({ isUndone: await today.undo(await c.req.json()) }))
    .post('/seen', async (c) => {
      await today.seen((await c.req.json()).asOf)
      return c.json({ message: 'Noted' })
    })
}

function tinyMachine({ settings }: AssistantClient): Hono {
  return new Hono()
    .get('/', async (c) => c.json(await settings.readMachine()))
    .get('/checks', async (c) => c.json(await settings.checkSetUp()))
    .patch('/', async (c) => c.json(await settings.changeMachine(await c.req.json())))
    .post('/servers', async (c) => c.json(await settings.addServer(await c.req.json())))
    .post('/servers/test', async (c) => c.json(await settings.testServer(await c.req.json())))
    .delete('/servers/:id', async (c) => c.json(await settings.removeServer(c.req.param('id'))))
    .get('/google', async (c) => c.json(await settings.readGoogle()))
    .post('/google/test', async (c) => c.json(await settings.testGoogle(await c.req.json())))
    .put('/google', async (c) => c.json(await settings.enterGoogle(await c.req.json())))
    .delete('/google', async (c) => c.json(await settings.removeGoogle()))
}

function tinySettings({ settings, calendar }: AssistantClient): Hono {
  return new Hono()
    .get('/times', async (c) => c.json(await calendar.times()))
    .patch('/times', async (c) => c.json(await calendar.changeTimes(await c.req.json())))
    .get('/', async (c) => c.json(await settings.read()))
    .patch('/', async (c) => c.json(await settings.allowModel((await c.req.json()).mailByModel)))
    .post('/mailbox/look-up', async (c) =>
      c.json(await settings.lookUpMailbox((await c.req.json()).address)),
    )
    .post('/mailbox/test', async (c) => c.json(await settings.testMailbox(await c.req.json())))
    .put('/mailbox', async (c) => c.json(await settings.connectMailbox(await c.req.json())))
    .post('/mailbox/pause', async (c) => c.json(await settings.pauseMailbox()))
    .post('/mailbox/resume', async (c) => c.json(await settings.resumeMailbox()))
    .post('/mailbox/take-over', async (c) => c.json(await settings.takeOverMailbox()))
    .delete('/mailbox', async (c) => c.json(await settings.removeMailbox()))
}

function tinyCalendar({ calendar }: AssistantClient): Hono {
  return new Hono()
    .get('/status/:userId', async (c) => c.json(await calendar.status()))
    .post('/connect', async (c) => c.json({ authUrl: await calendar.connect() }))
    .delete('/connection/:userId', async (c) => c.json(await calendar.disconnect()))
    .post('/feed', async (c) => c.json(await calendar.renewFeed()))
    .post('/:kind{google|local|none}', async (c) =>
      c.json(await calendar.choose(CalendarChoice.parse(c.req.param('kind')))),
    )
    .get('/agenda/:userId', async (c) => c.json(await calendar.agenda()))
    .post('/events/:userId/:eventId', async (c) => {
      const { start, end } = await c.req.json()
      return c.json(await calendar.add(c.req.param('eventId'), start && { start, end }))
    })
    .delete('/events/:userId/:eventId', async (c) =>
      c.json(await calendar.undo(c.req.param('eventId'))),
    )
}
