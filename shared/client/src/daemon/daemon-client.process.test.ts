import { beforeEach, describe, expect, it } from 'vitest'
import type { AssistantClient } from '../assistant-client.ts'
import type { DaemonWorld } from '../testing/client-world.ts'
import { describeDaemonClient } from '../testing/daemon-contract.ts'
import { next } from '../testing/next-event.ts'
import { startSignedIn, startTinyDaemon, type TinyDaemon } from '../testing/tiny-daemon.ts'
import { daemonClient } from './daemon-client.ts'

const ada = { email: 'ada@example.com', password: 'correct horse' }
const about = { messageId: 'm1', chatId: 'ada_1' }
const started = { ...about, mode: 'chat', question: 'Hi', startedAt: '2026-01-01T10:00:00.000Z' }
const question = { question: 'Hi', mode: 'chat', ...about } as const

describeDaemonClient('the daemon client', async () => {
  let daemon = await startTinyDaemon()
  const client = daemonClient(daemon.url)
  const { fake, clock } = daemon.world

  /** Tells an event, and waits until the client has heard it. */
  const tell: DaemonWorld['tell'] = async (name, event) => {
    const heard = next(client, name)
    daemon.emit(name, event)
    await heard
  }

  return {
    client,
    mail: fake.mail,
    calendar: fake.calendar,
    async enter() {
      const account = await client.accounts.signUp(ada)
      await daemon.received('join-chat')
      return account
    },
    async finish() {
      await clock.runOut()
      // whatever was told before this has been heard as well
      await tell('folder-progress', { done: 0, total: 0 })
    },
    tell: (name, event) => daemon.received('join-chat').then(() => tell(name, event)),
    endSession() {
      void daemon.world.fake.client.accounts.signOut()
    },
    goAway: () => daemon.close(),
    async comeBack() {
      daemon = await startTinyDaemon(Number(new URL(daemon.url).port))
    },
    async close() {
      await client.accounts.signOut()
      await daemon.close()
    },
  }
})

describe('the daemon client', () => {
  let daemon: TinyDaemon
  let client: AssistantClient

  beforeEach(async () => {
    ;({ daemon, client } = await startSignedIn())
  })

  /** Holds the answer to the next call back; resolves once the call has arrived. */
  async function holdAnswer(call: () => Promise<unknown>) {
    const arrived = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    daemon.world.answer = () => {
      arrived.resolve()
      return answer.promise
    }
    const calling = call()
    await arrived.promise
    daemon.world.answer = undefined
    return { calling, answer: answer.resolve }
  }

  const signedOut = () => Response.json({ error: 'AUTHENTICATION_REQUIRED' }, { status: 401 })

  it('stays signed in where an older question of who it is was answered with nobody', async () => {
    await client.accounts.signOut()
    const { calling, answer } = await holdAnswer(client.accounts.me)
    const account = await client.accounts.signIn(ada)

    answer(signedOut())

    expect(await calling).toEqual(account)
    expect(await client.chats.list()).toEqual([])
  })

  it.each([
    ['a refusal', signedOut],
    ['an answer', () => Response.json([])],
  ])('hands over and obeys nothing of an earlier session: %s', async (_what, late) => {
    let ends = 0
    client.on('signed-out', () => (ends += 1))
    const { calling, answer } = await holdAnswer(client.chats.list)
    await client.accounts.signOut()
    await client.accounts.signIn({ ...ada, email: 'bob@example.com' })

    answer(late())

    await expect(calling).rejects.toMatchObject({ isSignedOut: false, isOffline: false })
    expect(ends).toBe(0)
    expect(await client.chats.list()).toEqual([])
  })

  it('asks for deltas and for the news of a sync when it joins', async () => {
    await daemon.received('join-sync-updates')

    expect(daemon.heard).toEqual([
      ['join-chat', 'ada', { stream: 'delta' }],
      ['join-sync-updates', 'ada'],
    ])
  })

  it('hears nothing more once it is closed, and leaves the session alone', async () => {
    expect(daemon.sockets()).toBe(1)

    client.close()

    await expect.poll(() => daemon.sockets()).toBe(0)
    expect(await daemon.world.fake.client.accounts.me()).toEqual({ id: 'ada', email: ada.email })
  })

  it('does not begin to listen where it was closed in the midst of a sign-in', async () => {
    const other = daemonClient(daemon.url)
    const entering = other.accounts.me()
    other.close()
    await entering

    const later = daemonClient(daemon.url)
    await later.accounts.me()
    await daemon.received('join-chat', 2)
    expect(daemon.sockets()).toBe(2)
    later.close()
  })

  it('hands on why a session counts no more, where the daemon gives a reason', async () => {
    const message = 'Your browser sent the sign-ins of two different accounts.'
    daemon.world.answer = () => Response.json({ error: message, message }, { status: 401 })

    await expect(client.accounts.me()).rejects.toMatchObject({ status: 401, message })
  })

  it('sends a message in the words of the wire', async () => {
    await client.chats.send(question)

    expect(daemon.world.lastMessage).toEqual({
      msg: 'Hi',
      userId: 'ada',
      coachOrChat: 'chat',
      ...about,
    })
  })

  it('sends an image as form data', async () => {
    await client.chats.send({ ...question, image: new File(['png'], 'cv.png') })

    const { image, ...fields } = daemon.world.lastMessage
    expect(fields).toEqual({ msg: 'Hi', userId: 'ada', coachOrChat: 'chat', ...about })
    expect(await (image as File).text()).toBe('png')
  })

  it('asks once for the whole text when a delta does not fit, and waits for it', async () => {
    const texts: string[] = []
    client.on('chat-chunk', ({ fullResponse }) => texts.push(fullResponse))
    daemon.emit('chat-chunk', { ...about, offset: 5, delta: ' you' })
    daemon.emit('chat-chunk', { ...about, offset: 9, delta: '!' })
    daemon.emit('chat-chunk', { ...about, fullResponse: 'Hello you!' })
    daemon.emit('chat-chunk', { ...about, offset: 10, delta: ' Bye' })

    const end = next(client, 'chat-complete')
    daemon.emit('chat-complete', { ...about, fullResponse: 'Hello you! Bye', contextPercent: 9 })
    await end

    expect(texts).toEqual(['Hello you!', 'Hello you! Bye'])
    await daemon.received('chat-resync')
    const resyncs = daemon.heard.filter(([name]) => name === 'chat-resync')
    expect(resyncs).toEqual([['chat-resync', { messageId: 'm1' }]])
  })

  it('drops events that are not as agreed', async () => {
    const errors: string[] = []
    client.on('chat-error', ({ error }) => errors.push(error))
    daemon.emit('chat-error', { ...about, error: { code: 7 } })
    daemon.emit('chat-error', 'broken')
    const end = next(client, 'chat-error')
    daemon.emit('chat-error', { ...about, error: 'No model' })
    await end

    expect(errors).toEqual(['No model'])
  })

  it('joins again after a goodbye of the daemon, and forgets what no longer runs', async () => {
    const begun = next(client, 'chat-started')
    daemon.emit('chat-started', started)
    await begun

    const synced = next(client, 'synced')
    daemon.dismiss()

    expect(await synced).toEqual({ running: [] })
    expect(client.chats.running('ada_1')).toEqual([])
  })

  it('says that it is there again, because the session may have ended meanwhile', async () => {
    const again = next(client, 'reconnected')
    daemon.dismiss()

    expect(await again).toEqual({})
  })

  it('says that it is open in too many places while its socket is refused, and hears again after it', async () => {
    const states: string[] = []
    daemon.world.isCrowded = true
    const other = daemonClient(daemon.url)
    other.watchConnection((state) => states.push(state))
    await other.accounts.me()
    await expect.poll(() => states.at(-1)).toBe('crowded')

    await other.chats.list()
    expect(states).toEqual(['connecting', 'online', 'crowded'])
    const again = next(other, 'reconnected')
    daemon.world.isCrowded = false
    await again
    await daemon.received('join-chat', 2)

    expect(states.at(-1)).toBe('online')
    other.close()
  })

  it('takes another program on the port for no daemon', async () => {
    const states: string[] = []
    const stop = client.watchConnection((state) => states.push(state))
    daemon.world.answer = () => Response.json({ name: 'something else' })

    await expect(client.health()).rejects.toMatchObject({ reason: 'unexpected' })

    stop()
    expect(states).toEqual(['online', 'offline'])
  })
})
