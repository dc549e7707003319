import { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '../errors.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import { acceptMessage, type Conversation } from './accept-message.ts'
import { askForTitle, sendMessage, stopReply, summarize } from './chat-calls.ts'
import { limitPosts } from './limit-posts.ts'
import { questionOf } from './question-of.ts'
import { RecentPosts } from './recent-posts.ts'
import { refuseUnfitMessage } from './refuse-unfit-message.ts'

/** Asking, stopping, and the title that comes of it. */
export function replyRoutes(parts: Conversation, postsPerMinute: number) {
  const { ports, replies, titles } = parts
  const posts = new RecentPosts(ports.now)
  const app = new OpenAPIHono<SignedIn>({ defaultHook: refuseUnfitMessage })
  app.on('POST', sendMessage.path, limitPosts(postsPerMinute, ports.now))

  return app
    .openapi(sendMessage, async (c) => {
      const question = await questionOf(c, c.req.valid('json'), c.req.valid('form'))
      const { userId, chatId, messageId } = question
      await posts.once(userId, chatId, messageId, () => acceptMessage(parts, question))
      return c.json({ streaming: true, message: 'Streaming response via WebSocket' }, 200)
    })
    .openapi(askForTitle, async (c) => {
      const { userId, chatId } = c.req.valid('json')
      const title = await ports.chats.title(ownId(c, userId), chatId)
      return c.json({ hasTitle: typeof title === 'string' }, 200)
    })
    .openapi(summarize, async (c) => {
      const { userId, chatId, prompt } = c.req.valid('json')
      const material = { question: prompt, reply: prompt }
      const summary = await titles.title(ownId(c, userId), chatId, material)
      if (summary === undefined) throw new AppError('NOT_FOUND', 'Chat not found')
      return c.json({ summary }, 200)
    })
    .openapi(stopReply, async (c) => {
      const { userId, chatId } = c.req.valid('json')
      await replies.stop(ownId(c, userId), chatId)
      return c.json({ message: 'Stop signal sent successfully' }, 200)
    })
}
