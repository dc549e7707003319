import type { RunningReply } from '@shortlist/client/assistant-client'
import type { Excerpt, MessageId, Mode, StoredMessage } from '@shortlist/contracts/chat'
import type { ServerEvent } from '@shortlist/contracts/events'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { copy } from '../copy.ts'
import {
  type ChatMessage,
  errorMessage,
  mergeStored,
  placeholder,
  userMessage,
  withoutRetried,
} from './chat-message.ts'

/** The fields of `ContextUse`. */
type Measured = Record<'contextPercent' | 'contextTokens' | 'instructionTokens', number>

/** One conversation on a screen. */
export interface ChatState extends Readonly<Measured> {
  readonly messages: readonly ChatMessage[]
  readonly phase: 'loading' | 'ready' | 'failed'
  /** The mode of the last message when the chat was opened, where it has one. */
  readonly storedMode?: Mode | undefined
  /** Why the conversation could not be read. */
  readonly loadError: string
  /** Stop was pressed and is not yet answered. */
  readonly isStopping: boolean
}

interface Asked {
  readonly type: 'asked'
  readonly messageId: MessageId
  readonly question: string
  readonly previewUrl?: string | undefined
  readonly excerpt?: Excerpt | undefined
  readonly at: number
}

/** All that can happen to a conversation. `at` is in epoch milliseconds. */
export type ChatChange =
  | { type: 'loaded'; messages: readonly StoredMessage[]; running: readonly RunningReply[] }
  | { type: 'load-failed'; error: string }
  | { type: 'measured'; use: Measured }
  | Asked
  | { type: 'accepted'; messageId: MessageId }
  /** Nobody can say whether the question has arrived. */
  | { type: 'unsent'; messageId: MessageId; error: string }
  | { type: 'withdrawn'; messageId: MessageId }
  | ({ type: 'started' } & ServerEvent<'chat-started'>)
  | { type: 'chunk'; messageId: MessageId; fullResponse: string }
  | ({ type: 'complete'; at: number } & Omit<ServerEvent<'chat-complete'>, 'chatId'>)
  | ({ type: 'stopped'; at: number } & Omit<ServerEvent<'chat-stopped'>, 'chatId'>)
  | ({ type: 'failed' } & Omit<ServerEvent<'chat-error'>, 'chatId'>)
  | { type: 'stopping' }
  | { type: 'stop-accepted' }
  | { type: 'stop-failed' }

export const emptyChat: ChatState = {
  messages: [],
  contextPercent: 0,
  contextTokens: CONTEXT_WINDOW_TOKENS,
  instructionTokens: 0,
  phase: 'ready',
  loadError: '',
  isStopping: false,
}

/** A chat that is being read for the first time. */
export const unreadChat: ChatState = { ...emptyChat, phase: 'loading' }

/** A reply is on its way. */
export function isReplying({ messages }: ChatState): boolean {
  return messages.some((message) => message.isStreaming)
}

/** The conversation after a change (specification, section 4). What is already known changes nothing. */
export function reduceChat(chat: ChatState, change: ChatChange): ChatState {
  switch (change.type) {
    case 'load-failed':
      // what is already shown stays: it is more than nothing
      return chat.phase === 'ready' ? chat : { ...chat, phase: 'failed', loadError: change.error }
    case 'loaded':
      return {
        ...chat,
        ...modeOnOpening(chat, change),
        phase: 'ready',
        messages: withoutRetried(merge(chat, change)),
      }
    case 'measured':
      return { ...chat, ...change.use }
    case 'stopping':
    case 'stop-failed':
      return { ...chat, isStopping: change.type === 'stopping' }
    case 'stop-accepted':
      return { ...chat, isStopping: false, messages: chat.messages.map(markStopped) }
    case 'complete':
      return settle({ ...chat, ...contextAfter(chat, change) }, change)
    default:
      return settle(chat, change)
  }
}

type Loaded = Extract<ChatChange, { type: 'loaded' }>
type OfOneMessage = Extract<ChatChange, { messageId: MessageId }>

function merge(chat: ChatState, { messages, running }: Loaded): readonly ChatMessage[] {
  return running.reduce(
    (merged, reply) => withText(withStarted(merged, reply), reply),
    mergeStored(chat.messages, messages, running),
  )
}

/** Only the first reading tells it; later ones must not undo a choice. */
function modeOnOpening({ phase }: ChatState, { messages }: Loaded): Pick<ChatState, 'storedMode'> {
  return phase === 'ready' ? {} : { storedMode: messages.findLast(({ mode }) => mode)?.mode }
}

function settle(chat: ChatState, change: OfOneMessage): ChatState {
  const messages = changeMessages(chat.messages, change)
  const isStopping = chat.isStopping && messages.some((message) => message.isStreaming)
  return { ...chat, messages, isStopping }
}

function changeMessages(
  messages: readonly ChatMessage[],
  change: OfOneMessage,
): readonly ChatMessage[] {
  switch (change.type) {
    case 'asked':
      return withoutRetried([...messages, ...exchange(change)])
    case 'started':
      return withoutRetried(withStarted(messages, change))
    case 'unsent':
      return messages.map((message) =>
        isOpen(message, change.messageId) && !message.isAccepted ? doubt(change) : message,
      )
    case 'withdrawn':
      return messages.filter(({ messageId }) => messageId !== change.messageId)
    case 'accepted':
      return patchOpen(messages, change, () => ({ isAccepted: true }))
    case 'chunk':
      return patchOpen(messages, change, () => ({ text: change.fullResponse, isProcessing: false }))
    case 'complete':
      return patchOpen(messages, change, (reply) => ({
        ...ended(reply, change),
        ...(change.responseTime === undefined ? {} : { responseTime: change.responseTime }),
        text: change.fullResponse,
        isStopped: false,
      }))
    case 'stopped':
      return patchOpen(messages, change, (reply) => ({
        ...ended(reply, change),
        text: change.fullResponse ?? reply.text,
        isStopped: true,
      }))
    case 'failed':
      return messages.flatMap((message) =>
        isOpen(message, change.messageId) ? afterFailure(message, change) : [message],
      )
  }
}

function exchange(asked: Asked): readonly ChatMessage[] {
  const { messageId, question, previewUrl, excerpt, at } = asked
  return [
    { ...userMessage(messageId, question), previewUrl, excerpt, timestamp: at, isAccepted: false },
    { ...placeholder(messageId, at), isAccepted: false },
  ]
}

function doubt({ messageId, error }: Extract<ChatChange, { type: 'unsent' }>): ChatMessage {
  return { ...errorMessage(messageId, error), isAccepted: false }
}

function withStarted(
  shown: readonly ChatMessage[],
  { messageId, question, image, excerpt, startedAt }: ServerEvent<'chat-started'>,
): readonly ChatMessage[] {
  // a reply that has begun answers a question that has arrived
  const messages = shown.filter((message) => !isDoubted(message, messageId))
  if (has(messages, messageId, 'bot')) {
    return patchOpen(messages, { messageId }, () => ({ isAccepted: true }))
  }
  const at = Date.parse(startedAt)
  const asked = { ...userMessage(messageId, question), image, excerpt, timestamp: at }
  // a red entry under the question means that this reply has already failed
  if (has(messages, messageId, 'error')) return messages
  const isAsked = has(messages, messageId, 'user')
  return [...messages, ...(isAsked ? [] : [asked]), placeholder(messageId, at)]
}

function withText(
  messages: readonly ChatMessage[],
  { messageId, text }: RunningReply,
): readonly ChatMessage[] {
  if (!text) return messages
  return patchOpen(messages, { messageId }, () => ({ text, isProcessing: false }))
}

const closed = { isStreaming: false, isProcessing: false, isOpen: false } as const

function afterFailure(
  reply: ChatMessage,
  { messageId, error, fullResponse: text = '', sources }: Extract<ChatChange, { type: 'failed' }>,
): readonly ChatMessage[] {
  // once stopped, the way in which the stream broke off is of no interest
  if (reply.isStopped) return [{ ...reply, isOpen: false, sources }]
  const kept = { ...reply, ...closed, text, sources }
  const failure = errorMessage(messageId, error || copy.chat.streamingError)
  return text ? [kept, failure] : [failure]
}

function markStopped(message: ChatMessage): ChatMessage {
  if (!message.isStreaming) return message
  return { ...message, isStreaming: false, isProcessing: false, isStopped: true }
}

function ended(
  { startedAt }: ChatMessage,
  { at, sources }: Extract<ChatChange, { type: 'complete' | 'stopped' }>,
): Partial<ChatMessage> {
  const responseTime = startedAt === undefined ? undefined : at - startedAt
  return { ...closed, responseTime, timestamp: at, sources }
}

function contextAfter(
  { messages, ...chat }: ChatState,
  change: Extract<ChatChange, { type: 'complete' }>,
): Partial<Measured> {
  if (!messages.some((message) => isOpen(message, change.messageId))) return {}
  const { contextPercent, contextTokens = chat.contextTokens } = change
  return { contextPercent, contextTokens }
}

function has(messages: readonly ChatMessage[], id: MessageId, role: ChatMessage['role']): boolean {
  return messages.some((message) => message.messageId === id && message.role === role)
}

/** The red entry of a question that may have arrived all the same. */
function isDoubted(message: ChatMessage, id: MessageId): boolean {
  return message.role === 'error' && !message.isAccepted && message.messageId === id
}

function isOpen(message: ChatMessage, id: MessageId): boolean {
  return message.isOpen && message.messageId === id
}

function patchOpen(
  messages: readonly ChatMessage[],
  { messageId }: { readonly messageId: MessageId },
  patch: (reply: ChatMessage) => Partial<ChatMessage>,
): readonly ChatMessage[] {
  return messages.map((message) =>
    isOpen(message, messageId) ? { ...message, ...patch(message) } : message,
  )
}
