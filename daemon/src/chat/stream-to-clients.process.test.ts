import { expect, it } from 'vitest'
import { message, startChat } from '../../test/chat-under-test.ts'
import { hearChats, heard, join, startRealtime } from '../../test/realtime-under-test.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'

/** The chat routes and the socket as the daemon puts them together. */
async function startBoth() {
  const daemon = await startRealtime()
  const llm = scriptedLlm.stepwise()
  const chat = await startChat({ llm, realtime: daemon.realtime, sessions: daemon })
  return { daemon, llm, chat, cookie: chat.cookieOf('ada') }
}

it('reaches both kinds of clients, whoever posted, with one end each', async () => {
  const { daemon, llm, chat, cookie } = await startBoth()
  const ours = await daemon.connect(cookie)
  const theirs = daemon.existingClient(cookie).connect()
  await join(ours, 'ada', { stream: 'delta' })
  await join(theirs, 'ada')
  const events = { ours: hearChats(ours), theirs: hearChats(theirs) }
  const titled = [heard(ours, 'chat-titled'), heard(theirs, 'chat-titled')]

  await chat.post('/api/chatbot', message)
  const reply = await llm.next()
  await reply.say('Hel')
  await reply.say('lo')
  reply.finish()
  await Promise.all(titled)

  const about = { messageId: message.messageId, chatId: 'ada_1' }
  const end = { ...about, fullResponse: 'Hello', contextPercent: expect.any(Number) }
  expect(events.ours.map(([name]) => name)).toEqual([
    'chat-started',
    'chat-chunk',
    'chat-chunk',
    'chat-complete',
    'chat-titled',
  ])
  expect(events.theirs).toEqual([
    ['chat-chunk', { ...about, fullResponse: 'Hel' }],
    ['chat-chunk', { ...about, fullResponse: 'Hello' }],
    ['chat-complete', expect.objectContaining(end)],
    ['chat-titled', { chatId: 'ada_1', title: 'Hi' }],
  ])
})
