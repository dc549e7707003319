import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import OpenAI from 'openai'
import { Server } from 'socket.io'
import { answerQuestions } from './stream-questions.ts'

/** The plain way: the SDK's own iterator, and the whole text so far with every token. */
const [, , baseURL = ''] = process.argv
const openai = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
const app = new Hono()
const server = createServer(getRequestListener(app.fetch))
const io = new Server(server)
io.on('connection', (socket) => {
  socket.on('join-chat', (userId: string, ...rest: unknown[]) => {
    socket.join(userId)
    const acknowledge = rest.at(-1)
    if (typeof acknowledge === 'function') acknowledge({ ok: true, running: [] })
  })
})

app.post('/api/chatbot', async (c) => {
  const { msg, userId, chatId, messageId } = await c.req.json()
  void reply(msg, io.to(userId), { chatId, messageId })
  return c.json({ streaming: true, message: 'Streaming response via WebSocket' })
})

async function reply(
  content: string,
  room: ReturnType<Server['to']>,
  about: object,
): Promise<void> {
  const messages = [{ role: 'user' as const, content }]
  const stream = await openai.chat.completions.create({ model: 'scripted', messages, stream: true })
  let fullResponse = ''
  for await (const chunk of stream) {
    const piece = chunk.choices[0]?.delta.content
    if (!piece) continue
    fullResponse += piece
    room.emit('chat-chunk', { ...about, fullResponse })
  }
  room.emit('chat-complete', { ...about, fullResponse, contextPercent: 1 })
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')
answerQuestions(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
