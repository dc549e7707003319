import { ChatList } from '@shortlist/contracts/chat'
import { describe, expect, it } from 'vitest'
import { type ChatUnderTest, message, startChat } from '../../test/chat-under-test.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'
import type { Llm } from '../platform/llm/llm.ts'

type Call = [method: string, path: string, body?: object]

function send(chat: ChatUnderTest, [method, path, body]: Call, userId: string): Promise<Response> {
  return chat.send(method, path, body, userId)
}

/** Every call of this domain, asked for the account `user`. */
function everyCall(user: string, chatId: string): Call[] {
  const about = { userId: user, chatId }
  return [
    ['POST', '/api/chatbot', { ...message, ...about, messageId: 'x' }],
    ['POST', '/api/chatbot/has-title', about],
    ['POST', '/api/chatbot/summarize', { ...about, prompt: 'Hi' }],
    ['POST', '/api/chatbot/stop', about],
    ['GET', `/api/chatbot/list/${user}`],
    ['GET', `/api/chatbot/messages/${user}/${chatId}`],
    ['GET', `/api/chatbot/context/${user}/${chatId}?mode=coach`],
    ['GET', `/api/chatbot/images/${user}/${chatId}/none`],
    ['DELETE', `/api/chatbot/${user}/${chatId}`],
    ['DELETE', `/api/chatbot/${user}`, { userId: user }],
    ['DELETE', `/api/chatbot/${user}`],
  ]
}

async function answerOf(answer: Response): Promise<[number, unknown]> {
  return [answer.status, await answer.json()]
}

describe('whose chats', () => {
  it('refuses another account in the body of a delete', async () => {
    const chat = await startChat()
    await chat.post('/api/chatbot', message)
    await chat.idle()

    const answer = await chat.send('DELETE', '/api/chatbot/ada', { userId: 'bob' })

    expect(answer.status).toBe(403)
    expect(await chat.messages('ada_1')).toHaveLength(2)
  })

  it("answers another account's chat exactly like an unknown one, and changes nothing", async () => {
    const chat = await startChat({ limits: { postsPerMinute: 100 } })
    await chat.post('/api/chatbot', message)
    await chat.idle()
    const before = await chat.messages('ada_1')

    for (const call of everyCall('bob', 'ada_1')) {
      const foreign = await answerOf(await send(chat, call, 'bob'))
      const unknown = call.map((part) =>
        typeof part === 'string' ? part.replace('ada_1', 'eve_1') : { ...part, chatId: 'eve_1' },
      ) as Call
      const other = await answerOf(await send(chat, unknown, 'bob'))
      expect([call, ...withoutId(foreign)]).toEqual([call, ...withoutId(other)])
    }
    expect(await chat.messages('ada_1')).toEqual(before)
  })
})

function withoutId([status, body]: [number, unknown]): [number, unknown] {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return [status, isObject ? { ...body, requestId: '' } : body]
}

describe('the answers of the contract', () => {
  it('lists chats with exactly seven fields, newest last message first', async () => {
    const chat = await startChat()
    expect(await answerOf(await chat.get('/api/chatbot/list/ada'))).toEqual([200, []])
    await chat.post('/api/chatbot', { ...message, messageId: 1 })
    await chat.idle()
    await chat.post('/api/chatbot', { ...message, chatId: 'ada_2', messageId: 2 })
    await chat.idle()
    await chat.post('/api/chatbot', { ...message, messageId: 3 })
    await chat.idle()

    const [, list] = await answerOf(await chat.get('/api/chatbot/list/ada'))

    const items = ChatList.parse(list)
    expect(items.map(({ id, chatId, messageCount }) => [id, chatId, messageCount])).toEqual([
      ['ada_1', 'ada_1', 4],
      ['ada_2', 'ada_2', 2],
    ])
    expect(Object.keys((list as object[])[0] ?? {}).sort()).toEqual([
      'chatId',
      'firstMessage',
      'id',
      'lastMessage',
      'messageCount',
      'preview',
      'title',
    ])
  })

  it('gives no messages for an unknown chat, and JSON in any case', async () => {
    const chat = await startChat()

    const answer = await chat.get('/api/chatbot/messages/ada/ada_9')

    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await answerOf(answer)).toEqual([200, []])
  })

  it('answers deletes with their texts, also for what does not exist', async () => {
    const chat = await startChat()
    const one = { message: 'Chat deleted successfully' }
    const all = { message: 'All messages deleted successfully' }

    expect(await answerOf(await chat.send('DELETE', '/api/chatbot/ada/ada_9'))).toEqual([200, one])
    expect(await answerOf(await chat.send('DELETE', '/api/chatbot/ada'))).toEqual([200, all])
  })

  it('deletes a chat whose title is being written, and says no more of it', async () => {
    const asked = Promise.withResolvers<void>()
    const write: Llm['write'] = () => {
      asked.resolve()
      return new Promise(() => {})
    }
    const chat = await startChat({ llm: { ...scriptedLlm('Hello'), write } })
    await chat.post('/api/chatbot', message)
    await asked.promise

    await chat.send('DELETE', '/api/chatbot/ada/ada_1')
    await chat.idle()

    expect(chat.realtime.told.map(({ name }) => name)).not.toContain('chat-titled')
    expect(await answerOf(await chat.get('/api/chatbot/list/ada'))).toEqual([200, []])
  })

  it.each([{ userId: 'ada' }, { chatId: 'ada_1' }])(
    'refuses to stop with %o alone',
    async (body) => {
      const chat = await startChat()

      expect((await chat.post('/api/chatbot/stop', body)).status).toBe(400)
    },
  )

  it('says that a stop was sent when nothing runs', async () => {
    const chat = await startChat()
    const stop = await chat.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_1' })

    expect(await answerOf(stop)).toEqual([200, { message: 'Stop signal sent successfully' }])
  })
})
