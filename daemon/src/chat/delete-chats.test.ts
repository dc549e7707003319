import { expect, it, vi } from 'vitest'
import { message, startChat } from '../../test/chat-under-test.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'

it.each([
  ['a chat', '/api/chatbot/ada/ada_1', ['ada', 'ada_1']],
  ['all chats', '/api/chatbot/ada', ['ada', undefined]],
])('forgets the turns of %s before it is gone and after', async (_what, path, about) => {
  const left: number[] = []
  const forgetTurns = vi.fn(async () => {
    left.push((await chat.messages('ada_1')).length)
  })
  const chat = await startChat({ forgetTurns })
  await chat.post('/api/chatbot', message)
  await chat.idle()

  const answer = await chat.send('DELETE', path)

  expect(answer.status).toBe(200)
  expect(left).toEqual([2, 0])
  expect(forgetTurns.mock.calls).toEqual([about, about])
})

it.each([['/api/chatbot/ada/ada_1'], ['/api/chatbot/ada']])(
  'keeps what it could not have forgotten, says so, and deletes it the next time: %s',
  async (path) => {
    const broken = new Error('The index is broken.')
    const forgetTurns = vi.fn(async () => {})
    const chat = await startChat({ forgetTurns })
    await chat.post('/api/chatbot', message)
    await chat.idle()

    forgetTurns.mockRejectedValueOnce(broken)
    const failed = await chat.send('DELETE', path)

    expect(failed.status).toBe(500)
    expect(chat.failures).toContain(broken)
    expect(await chat.messages('ada_1')).toHaveLength(2)
    expect((await chat.send('DELETE', path)).status).toBe(200)
    expect(await chat.messages('ada_1')).toEqual([])
  },
)

it('ends a reply that was asked for meanwhile, and forgets what it had looked through', async () => {
  const llm = scriptedLlm.stepwise()
  const calls: string[] = []
  const chat = await startChat({
    llm,
    forgetTurns: async () => void calls.push('forget'),
    chats: (real) => ({
      delete: async (...about) => {
        await chat.post('/api/chatbot', message)
        const reply = await llm.next()
        void reply.stopped.then(() => calls.push('stopped'))
        await real.delete(...about)
      },
    }),
  })

  await chat.send('DELETE', '/api/chatbot/ada/ada_1')
  await chat.idle()

  expect(calls).toEqual(['forget', 'stopped', 'forget'])
  expect(await (await chat.get('/api/chatbot/list/ada')).json()).toEqual([])
})

it.each([
  ['/api/chatbot/ada/ada_1', { chatId: 'ada_1' }],
  ['/api/chatbot/ada', {}],
])('tells the screens of the account, and nobody else, what is gone: %s', async (path, gone) => {
  const chat = await startChat()
  await chat.post('/api/chatbot', message)
  await chat.idle()

  await chat.send('DELETE', path)

  const told = chat.realtime.told.filter(({ name }) => name === 'chats-removed')
  expect(told).toEqual([{ userId: 'ada', name: 'chats-removed', payload: gone }])
})

it('tells of nothing that is still there', async () => {
  const forgetTurns = vi.fn(async () => {}).mockRejectedValueOnce(new Error('The index is broken.'))
  const chat = await startChat({ forgetTurns })
  await chat.post('/api/chatbot', message)
  await chat.idle()

  await chat.send('DELETE', '/api/chatbot/ada/ada_1')

  expect(chat.realtime.told.map(({ name }) => name)).not.toContain('chats-removed')
})
