import type { RunningReply } from '@shortlist/client/assistant-client'
import type { Excerpt, MessageId, StoredImage, StoredMessage } from '@shortlist/contracts/chat'
import type { Source } from '@shortlist/contracts/source'
import { copy } from '../copy.ts'

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
  /** The reply has not ended, and nobody has stopped it. */
  readonly isStreaming: boolean
  /** Not a word has come yet. */
  readonly isProcessing: boolean
  readonly isStopped: boolean
  /** The daemon has not yet said how this reply ended. */
  readonly isOpen: boolean
  /** The daemon has the question; of an error: it is known whether it has. */
  readonly isAccepted: boolean
  readonly image?: StoredImage | undefined
  /** An attached image from before it was stored. */
  readonly previewUrl?: string | undefined
  /** What was taken from a web page for this question. */
  readonly excerpt?: Excerpt | undefined
  /** The places in the user's files that this reply is from; known once it has ended. */
  readonly sources?: readonly Source[] | undefined
}

const still = {
  isStreaming: false,
  isProcessing: false,
  isStopped: false,
  isOpen: false,
  isAccepted: true,
} as const

export function userMessage(messageId: MessageId, text: string): ChatMessage {
  return { ...still, key: `${messageId}:user`, messageId, role: 'user', text }
}

/** The empty reply that waits for its first words. */
export function placeholder(messageId: MessageId, startedAt: number): ChatMessage {
  const open = { isStreaming: true, isProcessing: true, isOpen: true }
  const key = `${messageId}:bot`
  return { ...still, ...open, key, messageId, role: 'bot', text: '', startedAt }
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
  const { role, content, messageId, timestamp, responseTime, isStopped, error } = message
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
  if (!error) return [entry]
  const isSaid = role === 'user' || content !== ''
  return [...(isSaid ? [entry] : []), errorMessage(messageId ?? `stored-${index}`, error)]
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
    return !isRetried || asked.image !== undefined || asked.previewUrl !== undefined
  })
}
