import type { Excerpt } from '@shortlist/contracts/chat'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AssistantClient, ClientEvents } from '../assistant-client.ts'
import type { NewQuestion } from '../chats.ts'
import { testAppointments } from './appointments-contract.ts'
import type { ClientWorld } from './client-world.ts'
import { testEmails, testRows, testSync } from './emails-contract.ts'
import { testSettings } from './settings-contract.ts'

const question: NewQuestion = { question: 'Hi', mode: 'chat', chatId: 'ada_1', messageId: 'm1' }
const about = { messageId: 'm1', chatId: 'ada_1' }
const excerpt: Excerpt = {
  kind: 'selection',
  title: 'Jobs – "Grüße" 🎉',
  url: 'https://jobs.example.com/42?a=1#top',
  text: 'Line one\r\nline two\u0000 \ud83d',
}

/** What every client promises its screens, whoever stands behind it. */
export function describeClient(name: string, open: () => Promise<ClientWorld>): void {
  describe(name, () => {
    let world: ClientWorld

    beforeEach(async () => {
      world = await open()
    })

    afterEach(() => world.close())

    testAccount(() => world)
    testAccounts(() => world)
    testChats(() => world)
    testReplies(() => world)
    testEmails(() => world)
    testRows(() => world)
    testSync(() => world)
    testAppointments(() => world)
    testSettings(() => world)
  })
}

function testAccount(opened: () => ClientWorld): void {
  it('says whom it acts for, how its world is called, and that it is there', async () => {
    const { client, enter } = opened()
    const account = await enter()
    const states: string[] = []
    client.watchConnection((state) => states.push(state))()

    expect(account).toMatchObject({ id: expect.any(String), email: expect.any(String) })
    expect(await client.accounts.me()).toEqual(account)
    expect(await client.health()).toMatchObject({ name: 'shortlist' })
    expect(states).toEqual(['online'])
  })
}

function testAccounts(opened: () => ClientWorld): void {
  it('says where the account is signed in, and signs a browser out, or refuses both', async () => {
    const { client, enter } = opened()
    await enter()
    const { accounts } = client
    if (!client.abilities.canSignOut) {
      await expect(accounts.browsers()).rejects.toMatchObject({ status: 403 })
      return
    }

    const [first, second] = await accounts.browsers()
    expect(first).toMatchObject({ isThis: true })
    const left = await accounts.signOutBrowser(second?.id ?? '')
    expect(left).toEqual([first])
    expect(await accounts.browsers()).toEqual(left)
    await expect(accounts.signOutBrowser('nothing')).rejects.toMatchObject({ status: 404 })
  })

  it('tells the owner who has an account, and lets nobody else sign up, or refuses both', async () => {
    const { client, enter } = opened()
    const account = await enter()
    const { accounts } = client
    if (!client.abilities.canSignOut) {
      await expect(accounts.people()).rejects.toMatchObject({ status: 403 })
      return
    }

    const { people, signUp } = await accounts.people()
    expect(people).toMatchObject([{ ...account, isOwner: true }])
    expect(signUp).toBe('open')
    expect((await accounts.chooseSignUp('closed')).signUp).toBe('closed')
    expect((await accounts.people()).signUp).toBe('closed')
    await expect(accounts.removePerson('nobody')).rejects.toMatchObject({ status: 404 })
  })

  it('reads no file back that is no export, and takes nothing back then, or refuses both', async () => {
    const { client, enter } = opened()
    await enter()
    const { accounts } = client
    const status = client.abilities.canSignOut ? [400, 404] : [403, 403]
    const file = new Blob(['Dear diary'])
    await expect(accounts.previewImport(file)).rejects.toMatchObject({ status: status[0] })
    await expect(accounts.import(file)).rejects.toMatchObject({ status: status[0] })
    await expect(accounts.undoImport()).rejects.toMatchObject({ status: status[1] })
    if (client.abilities.canSignOut) expect(await accounts.lastImport()).toEqual({ last: null })
  })

  it('changes the address, and deletes the account whose address is typed, or refuses both', async () => {
    const { client, enter } = opened()
    const { id } = await enter()
    const { accounts } = client
    if (!client.abilities.canSignOut) {
      for (const call of [accounts.change({}), accounts.holdings()])
        await expect(call).rejects.toMatchObject({ status: 403 })
      return
    }

    const email = 'ada@lovelace.example'
    expect(await accounts.change({ email, password: 'quite another horse' })).toEqual({ id, email })
    expect(await accounts.me()).toEqual({ id, email })
    expect(await accounts.browsers()).toHaveLength(1)
    expect(await accounts.holdings()).toMatchObject({ chats: 0, files: 0 })
    const deletion = { email: 'somebody@else.example', takesEvents: false }
    await expect(accounts.delete(deletion)).rejects.toMatchObject({ status: 400 })
    await accounts.delete({ ...deletion, email })
    expect(await accounts.me()).toBeNull()
  })
}

function testChats(opened: () => ClientWorld): void {
  it('keeps what was sent, and lists it first', async () => {
    const { client, enter } = opened()
    await enter()
    const before = await client.chats.list()
    expect(await client.chats.messages('ada_1')).toEqual([])

    await client.chats.send(question)

    const [chat, ...others] = await client.chats.list()
    expect(chat).toMatchObject({ id: 'ada_1', chatId: 'ada_1', title: null, messageCount: 1 })
    expect(others).toEqual(before)
    expect(await client.chats.messages('ada_1')).toMatchObject([{ role: 'user', content: 'Hi' }])
    expect((await client.chats.contextUse('ada_1', 'chat')).contextPercent).toBeGreaterThan(0)
  })

  it('keeps an excerpt with its message as it was sent, with and without an image', async () => {
    const { client, enter } = opened()
    await enter()
    const image = new File(['png'], 'cv.png', { type: 'image/png' })

    await client.chats.send({ ...question, excerpt })
    await client.chats.send({ ...question, messageId: 'm2', question: '', excerpt, image })
    await client.chats.send({ ...question, messageId: 'm3' })

    const messages = await client.chats.messages('ada_1')
    expect(messages.map((message) => [message.content, message.excerpt])).toEqual([
      ['Hi', excerpt],
      ['', excerpt],
      ['Hi', undefined],
    ])
  })

  it('gives a chat a title on demand', async () => {
    const { client, enter } = opened()
    await enter()
    await client.chats.send(question)
    expect(await client.chats.hasTitle('ada_1')).toBe(false)

    const title = await client.chats.summarize('ada_1', 'Greetings')

    expect(await client.chats.hasTitle('ada_1')).toBe(true)
    expect((await client.chats.list())[0]).toMatchObject({ title })
  })

  it('deletes one chat and all chats', async () => {
    const { client, enter, finish } = opened()
    await enter()
    const before = await client.chats.list()
    for (const chatId of ['ada_1', 'ada_2', 'ada_3']) {
      await client.chats.send({ ...question, chatId, messageId: chatId })
    }
    await finish()

    await client.chats.delete('ada_2')
    const left = (await client.chats.list()).map(({ id }) => id)
    expect(left).toHaveLength(before.length + 2)
    expect(left).not.toContain('ada_2')

    const removing = client.chats.deleteAll()
    await finish()
    await removing
    expect(await client.chats.list()).toEqual([])
  })
}

function testReplies(opened: () => ClientWorld): void {
  it('tells of a reply as it grows, knows it while it runs, and keeps it', async () => {
    const { client, enter, finish } = opened()
    await enter()
    const told = hearReplies(client)
    const running: unknown[] = []
    client.on('chat-chunk', ({ fullResponse }) => {
      const [reply, ...others] = client.chats.running('ada_1')
      const { text, ...start } = reply ?? {}
      running.push([text === fullResponse, start, others, client.chats.running('ada_2')])
    })

    await client.chats.send(question)
    await finish()

    const texts = told.flatMap(({ name, event }) => (name === 'chat-chunk' ? [event] : []))
    expect(told.map(({ name }) => name)).toEqual([
      'chat-started',
      ...texts.map(() => 'chat-chunk'),
      'chat-complete',
    ])
    expect(told.every(({ event }) => isAbout(event))).toBe(true)
    expect(growth(texts.map(({ fullResponse = '' }) => fullResponse))).not.toContain('shrinks')
    expect(running).toEqual(texts.map(() => [true, told[0]?.event, [], []]))
    expect(client.chats.running('ada_1')).toEqual([])
    const content = told.at(-1)?.event.fullResponse
    expect(await client.chats.messages('ada_1')).toMatchObject([
      { role: 'user', content: 'Hi' },
      { role: 'bot', content },
    ])
  })

  it('ends a reply where it is stopped, and nothing else comes', async () => {
    const { client, enter, finish } = opened()
    await enter()
    const told = hearReplies(client)

    await client.chats.send(question)
    await client.chats.stop('ada_1')
    await finish()

    const ends = told.filter(({ name }) => name !== 'chat-started' && name !== 'chat-chunk')
    expect(ends.map(({ name }) => name)).toEqual(['chat-stopped'])
    expect(client.chats.running('ada_1')).toEqual([])
    expect((await client.chats.messages('ada_1')).at(-1)).toMatchObject({ isStopped: true })
  })

  it('tells nothing to who has stopped listening', async () => {
    const { client, enter, finish } = opened()
    await enter()
    const heard: string[] = []
    client.on('chat-complete', () => heard.push('stopped listening'))()
    client.on('chat-complete', () => heard.push('listens'))

    await client.chats.send(question)
    await finish()

    expect(heard).toEqual(['listens'])
    expect(client.chats.running('ada_1')).toEqual([])
  })
}

interface Told {
  readonly name: keyof ClientEvents
  readonly event: { readonly chatId: string; readonly fullResponse?: string | undefined }
}

function hearReplies(client: AssistantClient): Told[] {
  const told: Told[] = []
  const names = ['started', 'chunk', 'complete', 'stopped', 'error'] as const
  for (const end of names) {
    const name = `chat-${end}` as const
    client.on(name, (event) => told.push({ name, event }))
  }
  return told
}

function isAbout(event: object): boolean {
  return Object.entries(about).every(([field, value]) => Reflect.get(event, field) === value)
}

/** How each text differs from the one before it. */
function growth(texts: readonly string[]): string[] {
  return texts.map((text, index) => (text.startsWith(texts[index - 1] ?? '') ? 'grows' : 'shrinks'))
}
