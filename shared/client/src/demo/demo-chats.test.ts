import { lookUps } from '@shortlist/contracts/suggestions'
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
let random: number

beforeEach(() => {
  clock = new FakeClock(begin)
  random = 0.5
  client = demoClient({ pages: PAGES, version: '1.0.0', clock, random: () => random })
})

/** How many days lie between the day of a time and today, as a calendar counts them. */
function daysAgo(time: string): number {
  const midnight = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime()
  return Math.round((midnight(new Date(begin)) - midnight(new Date(time))) / 86_400_000)
}

describe('the replies of the demo', () => {
  it.each([
    [lookUps.nextInterview, 'Technical interview: Northwind Labs'],
    [lookUps.deadlines, 'Your application as Senior Front-end Developer: interview'],
  ])('look up what is asked for: %s', async (asked, found) => {
    const heard = hearEvents(client, clock, 'chat-complete')
    await client.chats.send({ ...question, question: asked })
    await clock.runOut()

    const reply = heard[0]?.event.fullResponse
    expect(reply).toContain(`\`${found}\``)
    expect(reply).toContain(`[Mail](<${PAGES}gmail-mcp?mail=demo-mail-interview>)`)
  })

  it('begin after 3 s', async () => {
    const heard = hearEvents(client, clock, 'chat-started', 'chat-chunk')
    await client.chats.send(question)
    await clock.runOut()

    expect(heard.slice(0, 2)).toMatchObject([
      { name: 'chat-started', after: 0 },
      { name: 'chat-chunk', after: 3000 },
    ])
  })

  it.each([
    [0, 50],
    [0.5, 100],
    [0.999_999, 150],
  ])('come word by word: at %d of the random range every %i ms', async (value, pause) => {
    random = value
    const heard = hearEvents(client, clock, 'chat-chunk', 'chat-complete')
    await client.chats.send(question)
    await clock.runOut()

    const pauses = heard.map(({ after }, index) => after - (heard[index - 1]?.after ?? after))
    expect(new Set(pauses.slice(1).map(Math.round))).toEqual(new Set([pause]))
    const texts = heard.flatMap(({ name, event }) =>
      name === 'chat-chunk' && 'fullResponse' in event ? [event.fullResponse ?? ''] : [],
    )
    const added = texts.map((text, index) => text.slice(texts[index - 1]?.length ?? 0))
    expect(added.every((words) => words.trim().split(/\s+/).length === 1)).toBe(true)
  })

  it('fill 43.7 % of the context, of which a new chat has nothing', async () => {
    const heard = hearEvents(client, clock, 'chat-complete')
    await client.chats.send(question)
    await clock.runOut()

    expect(heard).toMatchObject([{ event: { contextPercent: 43.7 } }])
    expect(await client.chats.contextUse(question.chatId, 'chat')).toMatchObject({
      contextPercent: 43.7,
      totalTokens: 2753,
      messageCount: 2,
    })
    expect((await client.chats.contextUse('demo-user_2', 'chat')).contextPercent).toBe(0)
  })

  it('keep what was said when they are stopped in the middle', async () => {
    const heard = hearEvents(client, clock, 'chat-chunk', 'chat-stopped')
    await client.chats.send(question)
    await clock.advance(3450)
    await client.chats.stop(question.chatId)
    await clock.runOut()

    const said = heard.findLast(({ name }) => name === 'chat-chunk')?.event
    expect(heard.at(-1)).toMatchObject({ name: 'chat-stopped', after: 3450, event: said })
    expect((await client.chats.messages(question.chatId)).at(-1)).toMatchObject({
      content: Reflect.get(said ?? {}, 'fullResponse'),
      isStopped: true,
      responseTime: 3450,
    })
  })

  it('go on in other chats when one is stopped', async () => {
    const heard = hearEvents(client, clock, 'chat-stopped', 'chat-complete')
    await client.chats.send(question)
    await client.chats.send({ ...question, chatId: 'demo-user_2', messageId: 'm2' })
    await clock.advance(3200)
    await client.chats.stop(question.chatId)
    await clock.runOut()

    expect(heard.map(({ name, event }) => [name, event.messageId])).toEqual([
      ['chat-stopped', 'm1'],
      ['chat-complete', 'm2'],
    ])
  })

  it('end with their chat, which stays away', async () => {
    const heard = hearEvents(client, clock, 'chat-chunk', 'chat-complete', 'chats-removed')
    await client.chats.send(question)
    await client.chats.delete(question.chatId)
    await clock.runOut()

    expect(heard).toMatchObject([{ name: 'chats-removed', event: { chatId: question.chatId } }])
    expect(await client.chats.messages(question.chatId)).toEqual([])
  })
})

describe('the chats of the demo', () => {
  it('are three at first: of today, of yesterday and an older one', async () => {
    const list = await client.chats.list()

    const days = list.map(({ lastMessage }) => daysAgo(lastMessage))
    expect(list.map(({ title }) => title)).toHaveLength(3)
    expect(list.every(({ title, messageCount }) => title && messageCount >= 2)).toBe(true)
    expect(days).toEqual([0, 1, 6])
  })

  it('have the same addresses at every visit', async () => {
    const later = demoClient({ pages: PAGES, version: '1.0.0', clock: new FakeClock(0) })
    const ids = async (of: AssistantClient) => (await of.chats.list()).map(({ id }) => id)

    expect(await ids(later)).toEqual(await ids(client))
  })

  it.each([5, 70, 86_000])('begin today %i seconds after midnight', async (seconds) => {
    const midnight = new Date(2026, 10, 21).getTime()
    const early = new FakeClock(midnight + seconds * 1000)
    const [today] = await demoClient({ pages: PAGES, version: '1.0.0', clock: early }).chats.list()

    expect(Date.parse(today?.firstMessage ?? '')).toBeGreaterThanOrEqual(midnight)
    expect(Date.parse(today?.lastMessage ?? '')).toBeLessThanOrEqual(early.now())
  })

  it('are all deleted after 500 ms', async () => {
    const heard = hearEvents(client, clock, 'chats-removed')

    expect(await answeredAfter(clock, client.chats.deleteAll())).toBe(500)
    expect(heard).toMatchObject([{ after: 500, event: {} }])
    expect(await client.chats.list()).toEqual([])
  })

  it('have a title of their first question once a reply has ended, however it has', async () => {
    await client.chats.send({ ...question, question: 'Where do I begin with all of this?' })
    await client.chats.stop(question.chatId)
    await client.chats.send({ ...question, messageId: 'm2', question: 'Hello' })
    await clock.runOut()

    expect((await client.chats.list())[0]).toMatchObject({ title: 'Where do I begin with all' })
  })

  it('stay when they are begun while all others are being deleted', async () => {
    const removing = client.chats.deleteAll()
    await client.chats.send(question)
    await clock.runOut()
    await removing

    expect((await client.chats.list()).map(({ id }) => id)).toEqual([question.chatId])
  })

  it('give an image back as it was attached', async () => {
    const image = new File(['pixels'], 'cv.png', { type: 'image/png' })
    await client.chats.send({ ...question, image })

    const [message] = await client.chats.messages(question.chatId)
    if (!message?.image) throw new Error('no image was kept')
    const bytes = await client.chats.image(question.chatId, message.image)
    expect([bytes.type, await bytes.text()]).toEqual(['image/png', 'pixels'])
    await expect(
      client.chats.image(question.chatId, { ...message.image, id: 'image-9' }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
