import { OpenAPIHono } from '@hono/zod-openapi'
import type { StoredMessage } from '@shortlist/contracts/chat'
import type { Context, TypedResponse } from 'hono'
import { AppError } from '../errors.ts'
import { ownId, type SignedIn } from '../platform/http/session.ts'
import { refuseInvalid } from '../platform/http/validate.ts'
import type { Conversation } from './accept-message.ts'
import {
  deleteAllChats,
  deleteChat,
  listChats,
  listMessages,
  readContext,
  showImage,
} from './chat-calls.ts'
import { contextUse } from './context-use.ts'
import { deleteChats } from './delete-chats.ts'

/** What was said, and deleting it. Unknown chats and other people's are answered alike. */
export function historyRoutes(parts: Conversation) {
  const { chats, llm } = parts.ports
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
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
}

/** The store has the JSON ready: nothing is parsed to be written again. */
function asMessages(c: Context<SignedIn>, json: Uint8Array) {
  const headers = { 'Content-Type': 'application/json' }
  const response: Response = c.body(new Uint8Array(json), 200, headers)
  return response as Response & TypedResponse<StoredMessage[], 200, 'json'>
}
