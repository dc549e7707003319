import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { UserPath } from '@shortlist/contracts/accounts'
import {
  ChatList,
  ChatOfUser,
  ChatPath,
  ContextQuery,
  ContextUse,
  Done,
  HasTitle,
  ImagePath,
  MessageList,
  MessageReply,
  NewMessage,
  type StoredMessage,
  Summary,
  SummaryRequest,
} from '@shortlist/contracts/chat'
import type { Context, TypedResponse } from 'hono'
import { MemoryStore, rateLimiter } from 'hono-rate-limiter'
import { AppError, RateLimited } from '../errors.ts'
import type { Background } from '../platform/background.ts'
import { jsonBody, refusal, refuseInvalid, replies } from '../platform/http/json.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import { acceptQuestion, type Conversation, onlyOnce } from './accept-question.ts'
import { ChatTitles } from './chat-titles.ts'
import type { ChatPorts } from './ports.ts'
import { contextUse } from './prompt/build-prompt.ts'
import { NewMessageForm, readQuestion, refuseUnfitMessage } from './read-question.ts'
import { RunningReplies, replyLimits } from './running-replies.ts'

const sendMessage = createRoute({
  method: 'post',
  path: '/api/chatbot',
  request: {
    body: {
      // not required: with two content types that would apply both schemas to every request
      content: {
        'application/json': { schema: NewMessage },
        'multipart/form-data': { schema: NewMessageForm },
      },
    },
  },
  responses: replies(MessageReply, 'The message is stored; the reply streams as chat-* events'),
})

const askForTitle = createRoute({
  method: 'post',
  path: '/api/chatbot/has-title',
  request: jsonBody(ChatOfUser),
  responses: replies(HasTitle, 'Whether the chat has a title'),
})

const summarize = createRoute({
  method: 'post',
  path: '/api/chatbot/summarize',
  request: jsonBody(SummaryRequest),
  responses: replies(Summary, 'The title of the chat'),
})

const stopReply = createRoute({
  method: 'post',
  path: '/api/chatbot/stop',
  request: jsonBody(ChatOfUser),
  responses: replies(Done, 'Nothing runs in this chat any more'),
})

const listChats = createRoute({
  method: 'get',
  path: '/api/chatbot/list/{userId}',
  request: { params: UserPath },
  responses: replies(ChatList, 'The chats, newest last message first'),
})

const listMessages = createRoute({
  method: 'get',
  path: '/api/chatbot/messages/{userId}/{chatId}',
  request: { params: ChatPath },
  responses: replies(MessageList, 'The conversation, oldest message first'),
})

const readContext = createRoute({
  method: 'get',
  path: '/api/chatbot/context/{userId}/{chatId}',
  request: { params: ChatPath, query: ContextQuery },
  responses: replies(ContextUse, 'How much of the context window is used'),
})

const showImage = createRoute({
  method: 'get',
  path: '/api/chatbot/images/{userId}/{chatId}/{imageId}',
  request: { params: ImagePath },
  responses: {
    200: {
      description: 'The image as it was sent',
      content: { 'image/*': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    default: refusal,
  },
})

const deleteChat = createRoute({
  method: 'delete',
  path: '/api/chatbot/{userId}/{chatId}',
  request: { params: ChatPath },
  responses: replies(Done, 'The chat does not exist any more'),
})

const deleteAllChats = createRoute({
  method: 'delete',
  path: '/api/chatbot/{userId}',
  request: {
    params: UserPath,
    body: { content: { 'application/json': { schema: UserPath.partial() } } },
  },
  responses: replies(Done, 'No chat of this account exists any more'),
})

/** Limits of replies, and of the messages that one account may send in a minute. */
export const chatLimits = { ...replyLimits, postsPerMinute: 20 }
export type ChatLimits = typeof chatLimits

/**
 * Everything about conversations; unknown chats and other people's are answered alike. `stopAll` ends
 * the running replies; when it resolves they are stored as stopped, and no new ones are taken.
 */
export function chatRoutes(
  ports: ChatPorts,
  background: Background,
  limits: ChatLimits = chatLimits,
) {
  const { chats, llm, now } = ports
  const running = new RunningReplies(limits)
  const titles = new ChatTitles(ports)
  const once = onlyOnce(now)
  const parts = { ports, background, replies: running, titles }
  const calls = new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
  calls.on('POST', sendMessage.path, limitPosts(limits.postsPerMinute, now))

  const app = calls
    .openapi(
      sendMessage,
      async (c) => {
        const posted = await readQuestion(c, c.req.valid('json'), c.req.valid('form'))
        await once(posted, () => acceptQuestion(parts, posted))
        return c.json({ streaming: true, message: 'Streaming response via WebSocket' }, 200)
      },
      refuseUnfitMessage,
    )
    .openapi(askForTitle, async (c) => {
      const { userId, chatId } = c.req.valid('json')
      const title = await chats.title(ownId(c, userId), chatId)
      return c.json({ hasTitle: typeof title === 'string' }, 200)
    })
    .openapi(summarize, async (c) => {
      const { userId, chatId, prompt } = c.req.valid('json')
      const turn = { question: prompt, reply: prompt }
      const summary = await titles.title(ownId(c, userId), chatId, turn)
      if (summary === undefined) throw new AppError('NOT_FOUND', 'Chat not found')
      return c.json({ summary }, 200)
    })
    .openapi(stopReply, async (c) => {
      const { userId, chatId } = c.req.valid('json')
      await running.stop(ownId(c, userId), chatId)
      return c.json({ message: 'Stop signal sent successfully' }, 200)
    })
    .openapi(listChats, async (c) => {
      return c.json([...(await chats.list(ownId(c, c.req.valid('param').userId)))], 200)
    })
    .openapi(listMessages, async (c) => {
      const { userId, chatId } = c.req.valid('param')
      return asMessages(c, await chats.messagesJson(ownId(c, userId), chatId))
    })
    .openapi(readContext, async (c) => {
      const { userId, chatId } = c.req.valid('param')
      const last = await chats.lastPrompt(ownId(c, userId), chatId)
      return c.json(contextUse(last, c.req.valid('query').mode, llm.contextTokens()), 200)
    })
    .openapi(showImage, async (c) => {
      const { userId, chatId, imageId } = c.req.valid('param')
      const image = await chats.readImage(ownId(c, userId), chatId, imageId)
      if (!image) throw new AppError('NOT_FOUND', 'Image not found')
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Content-Security-Policy', "sandbox; default-src 'none'")
      return c.body(new Uint8Array(image.bytes), 200, { 'Content-Type': image.type })
    })
    .openapi(deleteChat, async (c) => {
      const { userId, chatId } = c.req.valid('param')
      await deleteChats(parts, ownId(c, userId), chatId)
      return c.json({ message: 'Chat deleted successfully' }, 200)
    })
    .openapi(deleteAllChats, async (c) => {
      const { userId } = c.req.valid('param')
      ownId(c, c.req.valid('json').userId ?? userId)
      await deleteChats(parts, ownId(c, userId))
      return c.json({ message: 'All messages deleted successfully' }, 200)
    })

  /** Nothing of the chats of an account is left. */
  const forgetAccount = (userId: string) => deleteChats(parts, userId)
  const stopAll = (): Promise<void> => {
    titles.close()
    return running.close()
  }
  return { app, stopAll, forgetAccount }
}

const WINDOW_MS = 60_000

/**
 * So many questions a minute for each account; those that are refused do not count. Throws
 * `RATE_LIMITED`; draft 7 headers.
 */
function limitPosts(perMinute: number, now: () => Date) {
  return rateLimiter<SignedIn>({
    windowMs: WINDOW_MS,
    limit: perMinute,
    standardHeaders: 'draft-7',
    store: new PostCounts(),
    skipFailedRequests: true,
    keyGenerator: (c) => c.var.session.user.id,
    handler: (c) => {
      const waitMs = c.var.rateLimit.resetTime.getTime() - now().getTime()
      throw new RateLimited(waitMs, `More than ${perMinute} messages a minute`)
    },
  })
}

class PostCounts extends MemoryStore<SignedIn> {
  override increment(key: string) {
    const { resetTime } = this.get(key) ?? {}
    // a clock that was set back must not make anybody wait for it
    if (resetTime && resetTime.getTime() - Date.now() > WINDOW_MS) this.resetKey(key)
    return super.increment(key)
  }
}

/** The store has the JSON ready: nothing is parsed to be written again. */
function asMessages(c: Context<SignedIn>, json: Uint8Array) {
  const headers = { 'Content-Type': 'application/json' }
  const response: Response = c.body(new Uint8Array(json), 200, headers)
  return response as Response & TypedResponse<StoredMessage[], 200, 'json'>
}

/**
 * Deletes a chat, or all of an account, with what the search index holds of them. Throws what keeps
 * it from that, and then it can be asked for again: nothing of a chat is left where nobody sees it.
 * The screens of the account hear of it.
 */
async function deleteChats(
  { ports: { chats, realtime, forgetTurns }, replies, titles }: Conversation,
  userId: string,
  chatId?: string,
): Promise<void> {
  await replies.stop(userId, chatId)
  await titles.stop(userId, chatId)
  // before the chat is out of sight
  await forgetTurns(userId, chatId)
  await chats.delete(userId, chatId)
  realtime.publish(userId, 'chats-removed', chatId === undefined ? {} : { chatId })
  // a question that came meanwhile may have brought the old turns back
  await replies.stop(userId, chatId)
  await forgetTurns(userId, chatId)
}
