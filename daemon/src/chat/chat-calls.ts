import { createRoute, z } from '@hono/zod-openapi'
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
  Summary,
  SummaryRequest,
  UserPath,
} from '@shortlist/contracts/chat'
import { jsonBody, refusal, replies } from '../platform/http/json.ts'
import { NewMessageForm } from './message-form.ts'

export const sendMessage = createRoute({
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

export const askForTitle = createRoute({
  method: 'post',
  path: '/api/chatbot/has-title',
  request: jsonBody(ChatOfUser),
  responses: replies(HasTitle, 'Whether the chat has a title'),
})

export const summarize = createRoute({
  method: 'post',
  path: '/api/chatbot/summarize',
  request: jsonBody(SummaryRequest),
  responses: replies(Summary, 'The title of the chat'),
})

export const stopReply = createRoute({
  method: 'post',
  path: '/api/chatbot/stop',
  request: jsonBody(ChatOfUser),
  responses: replies(Done, 'Nothing runs in this chat any more'),
})

export const listChats = createRoute({
  method: 'get',
  path: '/api/chatbot/list/{userId}',
  request: { params: UserPath },
  responses: replies(ChatList, 'The chats, newest last message first'),
})

export const listMessages = createRoute({
  method: 'get',
  path: '/api/chatbot/messages/{userId}/{chatId}',
  request: { params: ChatPath },
  responses: replies(MessageList, 'The conversation, oldest message first'),
})

export const readContext = createRoute({
  method: 'get',
  path: '/api/chatbot/context/{userId}/{chatId}',
  request: { params: ChatPath, query: ContextQuery },
  responses: replies(ContextUse, 'How much of the context window is used'),
})

export const showImage = createRoute({
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

export const deleteChat = createRoute({
  method: 'delete',
  path: '/api/chatbot/{userId}/{chatId}',
  request: { params: ChatPath },
  responses: replies(Done, 'The chat does not exist any more'),
})

export const deleteAllChats = createRoute({
  method: 'delete',
  path: '/api/chatbot/{userId}',
  request: {
    params: UserPath,
    body: { content: { 'application/json': { schema: UserPath.partial() } } },
  },
  responses: replies(Done, 'No chat of this account exists any more'),
})
