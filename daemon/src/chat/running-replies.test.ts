import { describe, expect, it } from 'vitest'
import { endsOf, message, startChat } from '../../test/chat-under-test.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'

describe('stopping', () => {
  it('reaches the model, keeps what was said and names the real message', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm })
    await chat.post('/api/chatbot', message)
    const reply = await llm.next()
    await reply.say('Half of ')

    const answer = await chat.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_1' })
    await reply.stopped
    await chat.idle()

    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: 'Stop signal sent successfully' },
    ])
    expect(endsOf(chat)).toMatchObject([
      {
        name: 'chat-stopped',
        payload: { messageId: message.messageId, chatId: 'ada_1', fullResponse: 'Half of ' },
      },
    ])
    expect((await chat.messages('ada_1')).at(-1)).toMatchObject({
      role: 'bot',
      content: 'Half of ',
      isStopped: true,
    })
  })

  it('ends both replies of a chat, each once', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm })
    await chat.post('/api/chatbot', { ...message, messageId: 'a' })
    await chat.post('/api/chatbot', { ...message, messageId: 'b' })
    await Promise.all([llm.next(), llm.next()])

    await chat.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_1' })
    await chat.idle()

    expect(endsOf(chat).map(({ name, payload }) => [name, payload])).toMatchObject([
      ['chat-stopped', { messageId: 'a' }],
      ['chat-stopped', { messageId: 'b' }],
    ])
  })

  it('leaves the replies of other chats and other accounts alone', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm })
    await chat.post('/api/chatbot', message)
    const reply = await llm.next()

    await chat.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_2' })
    await chat.post('/api/chatbot/stop', { userId: 'bob', chatId: 'ada_1' }, 'bob')
    await reply.say('All')
    reply.finish()
    await chat.idle()

    expect(endsOf(chat)).toMatchObject([{ name: 'chat-complete' }])
  })

  it('at the end of the daemon stores running replies as stopped and takes no new ones', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm })
    await chat.post('/api/chatbot', message)
    await (await llm.next()).say('Half')

    await chat.stopAll()

    expect(endsOf(chat)).toMatchObject([{ name: 'chat-stopped' }])
    expect((await chat.messages('ada_1')).at(-1)).toMatchObject({
      content: 'Half',
      isStopped: true,
    })
    expect((await chat.post('/api/chatbot', { ...message, messageId: 2 })).ok).toBe(false)
  })
})

describe('taking turns', () => {
  it('lets two replies of an account run; the third waits for one of them to end', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm })
    for (const messageId of ['a', 'b', 'c']) {
      expect((await chat.post('/api/chatbot', { ...message, messageId })).status).toBe(200)
    }
    const [first] = await Promise.all([llm.next(), llm.next()])
    expect(llm.prompts).toHaveLength(2)
    expect(chat.realtime.running('ada')).toEqual(['a', 'b', 'c'])

    await first.say('done')
    first.finish()
    await llm.next()

    expect(llm.prompts).toHaveLength(3)
  })

  it('stops a reply that waits without ever asking the model', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm, limits: { perAccount: 1 } })
    await chat.post('/api/chatbot', message)
    await chat.post('/api/chatbot', { ...message, chatId: 'ada_2', messageId: 2 })
    await llm.next()

    await chat.post('/api/chatbot/stop', { userId: 'ada', chatId: 'ada_2' })

    expect(endsOf(chat)).toMatchObject([{ name: 'chat-stopped', payload: { messageId: 2 } }])
    expect(llm.prompts).toHaveLength(1)
    expect(await chat.messages('ada_2')).toMatchObject([
      { role: 'user' },
      { role: 'bot', content: '', isStopped: true },
    ])
  })

  it('refuses a message when too many wait, and stores nothing of it', async () => {
    const chat = await startChat({
      llm: scriptedLlm.stepwise(),
      limits: { perAccount: 1, overall: 1, waiting: 1 },
    })
    await chat.post('/api/chatbot', { ...message, messageId: 1 })
    await chat.post('/api/chatbot', { ...message, messageId: 2 })

    const refused = await chat.post('/api/chatbot', { ...message, messageId: 3 })

    expect(refused.status).toBe(429)
    expect(await chat.messages('ada_1')).toHaveLength(2)
  })

  it('begins a reply that need not wait, however many messages of others do', async () => {
    const llm = scriptedLlm.stepwise()
    const chat = await startChat({ llm, limits: { perAccount: 1, overall: 2, waiting: 1 } })
    await chat.post('/api/chatbot', { ...message, messageId: 1 })
    await chat.post('/api/chatbot', { ...message, messageId: 2 })
    await llm.next()

    const bobs = { ...message, userId: 'bob', chatId: 'bob_1', msg: 'Me too' }
    const answer = await chat.post('/api/chatbot', bobs, 'bob')

    expect(answer.status).toBe(200)
    expect((await llm.next()).prompt.question).toBe('Me too')
  })
})
