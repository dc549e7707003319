import type { RunningReply } from '@shortlist/client/assistant-client'
import type {
  Excerpt,
  MessageId,
  Mode,
  OtherAnswerer,
  StoredImage,
  StoredMessage,
} from '@shortlist/contracts/chat'
import type { ServerEvent } from '@shortlist/contracts/events'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import type { Source } from '@shortlist/contracts/source'
import { copy } from '../copy.ts'

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

/** All that can happen to a conversation. `at` is in epoch milliseconds. */
export type ChatChange =
  | { type: 'loaded'; messages: readonly StoredMessage[]; running: readonly RunningReply[] }
  | { type: 'load-failed'; error: string }
  | { type: 'measured'; use: Measured }
  | {
      type: 'asked'
      messageId: MessageId
      question: string
      file?: Blob
      excerpt?: Excerpt
      at: number
    }
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
  return messages.some(isStreaming)
}

/** The reply has not ended, and nobody has stopped it. */
export function isStreaming({ isOpen, isStopped }: ChatMessage): boolean {
  return isOpen && !isStopped
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
  const isStopping = chat.isStopping && messages.some(isStreaming)
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
        isOpen(message, change.messageId) && !message.isAccepted
          ? { ...errorMessage(change.messageId, change.error), isAccepted: false }
          : message,
      )
    case 'withdrawn':
      return messages.filter(({ messageId }) => messageId !== change.messageId)
    case 'accepted':
      return patchOpen(messages, change, () => ({ isAccepted: true }))
    case 'chunk':
      return patchOpen(messages, change, () => ({ text: change.fullResponse }))
    case 'complete':
    case 'stopped':
      return patchOpen(messages, change, (reply) => ended(reply, change))
    case 'failed':
      return messages.flatMap((message) =>
        isOpen(message, change.messageId) ? afterFailure(message, change) : [message],
      )
  }
}

function exchange(asked: Extract<ChatChange, { type: 'asked' }>): readonly ChatMessage[] {
  const { messageId, question, file, excerpt, at } = asked
  return [
    { ...userMessage(messageId, question), file, excerpt, timestamp: at, isAccepted: false },
    { ...placeholder(messageId, at), isAccepted: false },
  ]
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
  return patchOpen(messages, { messageId }, () => ({ text }))
}

function afterFailure(
  reply: ChatMessage,
  change: Extract<ChatChange, { type: 'failed' }>,
): readonly ChatMessage[] {
  const { messageId, error, fullResponse: text = '', sources, otherwise } = change
  // once stopped, the way in which the stream broke off is of no interest
  if (reply.isStopped) return [{ ...reply, isOpen: false, sources }]
  const kept = { ...reply, isOpen: false, text, sources }
  const failure = { ...errorMessage(messageId, error), otherwise }
  return text ? [kept, failure] : [failure]
}

function markStopped(message: ChatMessage): ChatMessage {
  return message.isOpen ? { ...message, isStopped: true } : message
}

function ended(
  reply: ChatMessage,
  change: Extract<ChatChange, { type: 'complete' | 'stopped' }>,
): Partial<ChatMessage> {
  const { at, sources, otherwise, fullResponse: text = reply.text } = change
  const isStopped = change.type === 'stopped'
  const told = isStopped ? undefined : change.responseTime
  const measured = reply.startedAt === undefined ? undefined : at - reply.startedAt
  const responseTime = told ?? measured
  return { isOpen: false, isStopped, text, responseTime, timestamp: at, sources, otherwise }
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

/** One entry of the log (specification, section 3). Times are epoch milliseconds. */
export interface ChatMessage {
  /** Unique in its chat, and the same from the question to a later reading of the chat. */
  readonly key: string
  readonly messageId?: MessageId | undefined
  readonly role: 'user' | 'bot' | 'error'
  readonly text: string
  readonly timestamp?: number | undefined
  /** Milliseconds from question to end. */
  readonly responseTime?: number | undefined
  readonly startedAt?: number | undefined
  readonly isStopped: boolean
  /** The daemon has not yet said how this reply ended. */
  readonly isOpen: boolean
  /** The daemon has the question; of an error: it is known whether it has. */
  readonly isAccepted: boolean
  readonly image?: StoredImage | undefined
  /** An attached image from before it was stored. */
  readonly file?: Blob | undefined
  /** What was taken from a web page for this question. */
  readonly excerpt?: Excerpt | undefined
  /** The places in the user's files that this reply is from; known once it has ended. */
  readonly sources?: readonly Source[] | undefined
  /** Who else can be asked the question that this answers. */
  readonly otherwise?: OtherAnswerer | undefined
}

const still = {
  isStopped: false,
  isOpen: false,
  isAccepted: true,
} as const

export function userMessage(messageId: MessageId, text: string): ChatMessage {
  return { ...still, key: `${messageId}:user`, messageId, role: 'user', text }
}

/** The empty reply that waits for its first words. */
export function placeholder(messageId: MessageId, startedAt: number): ChatMessage {
  const key = `${messageId}:bot`
  return { ...still, isOpen: true, key, messageId, role: 'bot', text: '', startedAt }
}

/** The red entry that says why a reply failed, as markdown. */
export function errorMessage(messageId: MessageId | undefined, reason: string): ChatMessage {
  return {
    ...still,
    key: `${messageId ?? reason}:error`,
    messageId,
    role: 'error',
    text: copy.chat.error(reason || copy.chat.streamingError),
  }
}

/** A stored conversation as log entries: a question or a reply that failed is followed by its error. */
export function fromStored(stored: readonly StoredMessage[]): readonly ChatMessage[] {
  const seen = new Set<string>()
  return stored.flatMap(entries).map((message, index) => {
    const key = seen.has(message.key) ? `${message.key}:${index}` : message.key
    seen.add(key)
    return { ...message, key }
  })
}

function entries(message: StoredMessage, index: number): readonly ChatMessage[] {
  const { role, content, messageId, timestamp, responseTime, isStopped, error, otherwise } = message
  const entry: ChatMessage = {
    ...still,
    key: `${messageId ?? `stored-${index}`}:${role}`,
    messageId,
    role,
    text: content,
    timestamp: timestamp ? Date.parse(timestamp) : undefined,
    responseTime,
    isStopped: isStopped ?? false,
    image: message.image,
    excerpt: message.excerpt,
    sources: message.sources,
  }
  if (!error) return [{ ...entry, otherwise }]
  const isSaid = role === 'user' || content !== ''
  return [
    ...(isSaid ? [entry] : []),
    { ...errorMessage(messageId ?? `stored-${index}`, error), otherwise },
  ]
}

/**
 * The log after a conversation was read: what is stored, then what only this screen knows, such as
 * a question under way or one that failed, each at its place. A reply that neither runs nor is stored has failed.
 */
export function mergeStored(
  shown: readonly ChatMessage[],
  stored: readonly StoredMessage[],
  running: readonly RunningReply[],
): readonly ChatMessage[] {
  const runningIds = new Set(running.map(({ messageId }) => messageId))
  const base = fromStored(stored).filter(
    ({ role, messageId }) => role === 'user' || !messageId || !runningIds.has(messageId),
  )
  const storedIds = new Set(base.map(({ messageId }) => messageId))
  const answeredIds = new Set(base.filter(isAnswer).map(({ messageId }) => messageId))

  const rest = shown.flatMap((message) => {
    const { messageId, role } = message
    if (messageId === undefined || answeredIds.has(messageId)) return []
    const isStored = storedIds.has(messageId)
    if (role === 'user') return isStored ? [] : [message]
    if (!isWaiting(message, isStored)) return [message]
    if (runningIds.has(messageId)) return message.isOpen ? [message] : []
    return [errorMessage(messageId, copy.chat.streamingError)]
  })
  const restByQuestion = Map.groupBy(rest, ({ messageId, role }) =>
    role !== 'user' && storedIds.has(messageId) ? messageId : undefined,
  )
  const inPlace = base.flatMap((message) => {
    const isQuestion = message.role === 'user' && message.messageId !== undefined
    return isQuestion ? [message, ...(restByQuestion.get(message.messageId) ?? [])] : [message]
  })
  return [...inPlace, ...(restByQuestion.get(undefined) ?? [])]
}

/** Whether a reply must run or be stored by now; its question may have arrived without our hearing it. */
function isWaiting(message: ChatMessage, isStored: boolean): boolean {
  const { role, isOpen, isAccepted, isStopped } = message
  return role === 'error' ? isStored && !isAccepted : isOpen && isAccepted && !isStopped
}

function isAnswer({ role }: ChatMessage): boolean {
  return role !== 'user'
}

/** The log without the questions that failed and were asked again in the same words right after. */
export function withoutRetried(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.filter(({ role }, at) => {
    const first = role === 'error' ? at - 1 : at
    const [asked, failure, again] = messages.slice(Math.max(0, first), first + 3)
    const isRetried =
      asked?.role === 'user' &&
      failure?.role === 'error' &&
      again?.role === 'user' &&
      asked.text === again.text &&
      asked.excerpt?.text === again.excerpt?.text
    // an image does not come back into the box, so the next question may be without it
    return !isRetried || asked.image !== undefined || asked.file !== undefined
  })
}
