import type { Excerpt } from '@shortlist/contracts/chat'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AssistantClient, Connection, NewQuestion } from '../assistant-client.ts'
import type { ClientWorld } from './client-world.ts'
import { testFolders, testUploads } from './folders-contract.ts'
import { testCalendar, testMail, testSyncEvents } from './mail-contract.ts'
import { next } from './next-event.ts'

const ada = { email: 'ada@example.com', password: 'correct horse' }
const question: NewQuestion = { text: 'Hi', mode: 'chat', chatId: 'ada_1', messageId: 'm1' }
const about = { messageId: 'm1', chatId: 'ada_1' }
const excerpt: Excerpt = {
  kind: 'selection',
  title: 'Jobs – "Grüße" 🎉',
  url: 'https://jobs.example.com/42?a=1#top',
  text: 'Line one\r\nline two\u0000 \ud83d',
}
const started = {
  ...about,
  mode: 'chat',
  question: 'Hi',
  startedAt: '2026-01-01T10:00:00.000Z',
} as const

/** What every client promises its screens. */
export function describeClient(name: string, open: () => Promise<ClientWorld>): void {
  describe(name, () => {
    let world: ClientWorld

    beforeEach(async () => {
      world = await open()
    })

    afterEach(() => world.close())

    testAccounts(() => world.client)
    testChats(() => world.client)
    testEvents(() => world)
    testUploads(() => world)
    testFolders(() => world)
    testMail(() => world)
    testCalendar(() => world)
    testSyncEvents(() => world)
  })
}

function testAccounts(opened: () => AssistantClient): void {
  it('knows nobody before a sign-in, the account after it, and nobody again after the end', async () => {
    const client = opened()
    expect(await client.accounts.me()).toBeNull()

    const account = await client.accounts.signUp(ada)
    expect(account.email).toBe(ada.email)
    expect(await client.accounts.me()).toEqual(account)
    expect(await client.accounts.signIn(ada)).toEqual(account)

    await client.accounts.signOut()
    expect(await client.accounts.me()).toBeNull()
  })

  it('refuses to act for nobody', async () => {
    const client = opened()
    await expect(client.chats.list()).rejects.toMatchObject({ isSignedOut: true })
    await expect(client.chats.send(question)).rejects.toMatchObject({ status: 401 })
  })
}

function testChats(opened: () => AssistantClient): void {
  it('keeps what was sent, and lists it', async () => {
    const client = opened()
    await client.accounts.signUp(ada)
    expect(await client.chats.list()).toEqual([])
    expect(await client.chats.messages('ada_1')).toEqual([])

    await client.chats.send(question)

    expect(await client.chats.list()).toMatchObject([{ id: 'ada_1', title: null }])
    expect(await client.chats.messages('ada_1')).toMatchObject([{ role: 'user', content: 'Hi' }])
    expect((await client.chats.contextUse('ada_1', 'chat')).contextPercent).toBeGreaterThan(0)
  })

  it('keeps an excerpt with its message as it was sent, with and without an image', async () => {
    const client = opened()
    await client.accounts.signUp(ada)
    const image = new File(['png'], 'cv.png', { type: 'image/png' })

    await client.chats.send({ ...question, excerpt })
    await client.chats.send({ ...question, messageId: 'm2', text: '', excerpt, image })
    await client.chats.send({ ...question, messageId: 'm3' })

    const messages = await client.chats.messages('ada_1')
    expect(messages.map((message) => [message.content, message.excerpt])).toEqual([
      ['Hi', excerpt],
      ['', excerpt],
      ['Hi', undefined],
    ])
  })

  it('gives a chat a title on demand', async () => {
    const client = opened()
    await client.accounts.signUp(ada)
    await client.chats.send(question)
    expect(await client.chats.hasTitle('ada_1')).toBe(false)

    await client.chats.summarize('ada_1', 'Greetings')

    expect(await client.chats.hasTitle('ada_1')).toBe(true)
  })

  it('deletes one chat and all chats', async () => {
    const client = opened()
    await client.accounts.signUp(ada)
    for (const chatId of ['ada_1', 'ada_2', 'ada_3']) {
      await client.chats.send({ ...question, chatId })
    }

    await client.chats.remove('ada_2')
    expect(await client.chats.list()).toHaveLength(2)

    await client.chats.removeAll()
    expect(await client.chats.list()).toEqual([])
  })
}

function testEvents(opened: () => ClientWorld): void {
  it('tells of a reply as it grows, and knows it while it runs', async () => {
    const world = opened()
    const { client } = world
    await client.accounts.signUp(ada)
    const chunk = next(client, 'chat-chunk')
    await world.tell('chat-started', started)
    await world.tell('chat-chunk', { ...about, fullResponse: 'Hel' })

    expect(await chunk).toEqual({ ...about, fullResponse: 'Hel' })
    expect(client.chats.running('ada_1')).toEqual([{ ...started, text: 'Hel' }])
    expect(client.chats.running('ada_2')).toEqual([])

    const complete = next(client, 'chat-complete')
    await world.tell('chat-complete', { ...about, fullResponse: 'Hello', contextPercent: 9 })
    expect(await complete).toMatchObject({ fullResponse: 'Hello' })
    expect(client.chats.running('ada_1')).toEqual([])
  })

  it('tells which chat is gone', async () => {
    const world = opened()
    await world.client.accounts.signUp(ada)
    const removed = next(world.client, 'chats-removed')

    await world.tell('chats-removed', { chatId: 'ada_1' })

    expect(await removed).toEqual({ chatId: 'ada_1' })
  })

  it('tells nothing to who has stopped listening', async () => {
    const world = opened()
    const { client } = world
    await client.accounts.signUp(ada)
    const heard: string[] = []
    client.on('chat-titled', ({ title }) => heard.push(`first ${title}`))()
    const last = next(client, 'chat-titled')

    await world.tell('chat-titled', { chatId: 'ada_1', title: 'Greetings' })

    await last
    expect(heard).toEqual([])
  })

  it('notices that nobody answers, and that somebody does again', async () => {
    const world = opened()
    const { client } = world
    await client.accounts.signUp(ada)
    const states: Connection[] = []
    const stop = client.watchConnection((state) => states.push(state))
    expect(states).toEqual(['online'])

    await world.goAway()
    await expect(client.chats.list()).rejects.toMatchObject({ isOffline: true })
    expect(states).toEqual(['online', 'offline'])

    await world.comeBack()
    await client.retryConnection()
    expect(states).toEqual(['online', 'offline', 'online'])
    stop()
  })
}
