import { serverEvents } from '@shortlist/contracts/events'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AssistantClient } from '../assistant-client.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { answeredAfter, hearEvents } from '../testing/hear-events.ts'
import { demoClient } from './demo-client.ts'

const PAGES = 'https://demo.example/shortlist/'
const begin = Date.parse('2026-11-21T12:00:00Z')
const question = { question: 'Hi', mode: 'chat', chatId: 'demo-user_1', messageId: 'm1' } as const

let clock: FakeClock
let client: AssistantClient

beforeEach(() => {
  clock = new FakeClock(begin)
  client = demoClient({ pages: PAGES, version: '1.0.0', clock })
})

describe('the account of the demo', () => {
  it('is always the same, and the demo has no way out of it', async () => {
    const credentials = { email: 'ada@example.com', password: 'correct horse' }

    expect(await client.accounts.me()).toEqual({ id: 'demo-user', email: 'demo@example.com' })
    expect(client.abilities.canSignOut).toBe(false)
    await expect(client.accounts.signIn(credentials)).rejects.toMatchObject({ status: 403 })
    await expect(client.accounts.signUp(credentials)).rejects.toMatchObject({ status: 403 })
    await expect(client.accounts.signOut()).rejects.toMatchObject({ status: 403 })
    expect(await client.accounts.me()).toMatchObject({ id: 'demo-user' })
  })

  it('has the id that the build has set', async () => {
    const other = demoClient({ pages: PAGES, version: '1.0.0', userId: 'guest', clock })

    expect(await other.accounts.me()).toMatchObject({ id: 'guest' })
    expect((await other.chats.list()).every(({ id }) => id.startsWith('guest_'))).toBe(true)
  })
})

describe('the demo as a whole', () => {
  it('answers for mailbox and calendar after 1 s, and at once from then on', async () => {
    const first = Promise.all([client.mail.status(), client.calendar.status()])

    expect(await answeredAfter(clock, first)).toBe(1000)
    expect(await answeredAfter(clock, client.mail.status())).toBe(0)
    expect(await answeredAfter(clock, client.calendar.status())).toBe(0)
  })

  it('takes no folder, and says why', async () => {
    const { folderUploadRefusal } = client.abilities

    expect(folderUploadRefusal).toMatch(/own computer/)
    await expect(client.folders.upload([])).rejects.toThrow(folderUploadRefusal ?? '')
    expect(await client.folders.list()).toEqual({ folders: [], unembedded: 0 })
  })

  it('says that it is one, and where the real thing is', () => {
    expect(client.abilities.notice).toEqual({
      text: 'Demo - sample data, nothing is sent',
      link: { text: 'Run it locally', href: `${PAGES}run-locally.html` },
    })
    expect(client.abilities.connectionLabel).toBe('Demo')
  })

  it('leads nowhere and has its calendar connected where no pages lie beside it', async () => {
    const alone = demoClient({ pages: null, version: '1.0.0', clock })
    const asking = Promise.all([alone.mail.status(), alone.calendar.status()])
    await clock.runOut()
    const [mail, calendar] = await asking

    expect(calendar).toMatchObject({ connected: true, kind: 'google' })
    expect([mail.mailbox.composeUrl, ...mail.emails.map(({ webLink }) => webLink)]).toEqual(
      Array(4).fill(''),
    )
    expect(alone.abilities).toMatchObject({ canOpenPopup: false, notice: { link: null } })
    await expect(alone.calendar.connect()).rejects.toMatchObject({ status: 409 })
  })

  it('does nothing more once it is closed, also of what is begun then', async () => {
    await client.calendar.choose('local')
    await client.chats.send(question)
    await client.mail.sync()
    await client.calendar.connect()
    const heard = hearEvents(
      client,
      clock,
      ...(['chat-chunk', 'chat-complete', 'calendar-changed', 'sync-complete'] as const),
    )

    client.close()
    await client.chats.send({ ...question, messageId: 'm2' })
    await clock.runOut()

    expect(heard).toEqual([])
  })

  it('tells of everything as the daemon would', async () => {
    const names = Object.keys(serverEvents) as (keyof typeof serverEvents)[]
    const heard = hearEvents(client, clock, ...names)
    await client.calendar.choose('local')
    await client.chats.send(question)
    await client.mail.sync()
    await clock.runOut()
    await client.calendar.undo('demo00call')
    await client.chats.summarize(question.chatId, 'Greetings')
    await client.mail.retry('demo-mail-inquiry')
    void client.chats.deleteAll()
    await clock.runOut()

    const wrong = heard.filter(({ name, event }) => !serverEvents[name].safeParse(event).success)
    expect(wrong).toEqual([])
    expect(new Set(heard.map(({ name }) => name)).size).toBeGreaterThan(10)
  })
})
