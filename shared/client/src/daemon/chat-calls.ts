import {
  ChatList,
  ContextUse,
  Done,
  HasTitle,
  MessageList,
  MessageReply,
  Summary,
} from '@shortlist/contracts/chat'
import type { z } from 'zod'
import {
  type AssistantClient,
  CallFailed,
  type ClientEvents,
  type NewQuestion,
} from '../assistant-client.ts'
import type { EventHub } from '../event-hub.ts'
import type { Calls } from './call.ts'

/** What the chat calls need from the client that makes them. */
interface ChatCallParts {
  readonly baseUrl: string
  readonly calls: Calls
  readonly hub: EventHub<ClientEvents>
  /** The id of the signed-in account; throws `CallFailed` 401 without one. */
  readonly userId: () => string
}

type ChatCalls = Omit<AssistantClient['chats'], 'running'>

/** The chat calls of the specification (section 7) in the words of the port. */
export function chatCalls({ baseUrl, calls, hub, userId }: ChatCallParts): ChatCalls {
  /** A path below `/api/chatbot` that ends with the account, and with a chat where one is named. */
  const path = (call: string, ...rest: string[]) =>
    ['/api/chatbot', ...(call ? [call] : []), ...[userId(), ...rest].map(encodeURIComponent)].join(
      '/',
    )

  return {
    list: async () => calls.ask(path('list'), ChatList),
    messages: async (chatId) => calls.ask(path('messages', chatId), MessageList),
    contextUse: async (chatId, mode) =>
      calls.ask(`${path('context', chatId)}?mode=${mode}`, ContextUse),
    async send(question) {
      const sending = { method: 'POST', ...wireMessage(question, userId()) } as const
      const reply = await calls.ask('/api/chatbot', MessageReply, sending)
      if (reply.stopped || !reply.streaming) answerAtOnce(hub, question, reply)
    },
    async stop(chatId) {
      const json = { userId: userId(), chatId }
      await calls.ask('/api/chatbot/stop', Done, { method: 'POST', json })
    },
    async remove(chatId) {
      await calls.ask(path('', chatId), Done, { method: 'DELETE' })
    },
    async removeAll() {
      await calls.ask(path(''), Done, { method: 'DELETE', json: { userId: userId() } })
    },
    async hasTitle(chatId) {
      const json = { chatId, userId: userId() }
      return (await calls.ask('/api/chatbot/has-title', HasTitle, { method: 'POST', json }))
        .hasTitle
    },
    async summarize(chatId, prompt) {
      const json = { prompt, chatId, userId: userId() }
      return (await calls.ask('/api/chatbot/summarize', Summary, { method: 'POST', json })).summary
    },
    imageUrl: (chatId, image) => baseUrl + path('images', chatId, image.id),
  }
}

function wireMessage(question: NewQuestion, userId: string) {
  const { text, mode, chatId, messageId, image } = question
  const fields = { msg: text, userId, coachOrChat: mode, chatId, messageId }
  if (!image) return { json: fields }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('image', image)
  return { form }
}

/** A reply that did not stream reaches screens as the event that would have ended it. */
function answerAtOnce(
  hub: EventHub<ClientEvents>,
  { chatId, messageId }: NewQuestion,
  { stopped, bot, context_percent }: z.output<typeof MessageReply>,
): void {
  if (stopped) {
    hub.emit('chat-stopped', { chatId, messageId, fullResponse: bot ?? '' })
    return
  }
  if (!bot) throw new CallFailed(200, 'The answer holds no reply', { reason: 'unexpected' })
  hub.emit('chat-complete', {
    chatId,
    messageId,
    fullResponse: bot,
    contextPercent: Number(context_percent ?? 0),
  })
}
