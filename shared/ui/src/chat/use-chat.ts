import { CallFailed } from '@shortlist/client/call-failed'
import type { Excerpt, MessageId, Mode } from '@shortlist/contracts/chat'
import { useEffect, useReducer, useRef } from 'react'
import { useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'
import { writeUnsent } from '../unsent.ts'
import type { ChatMessage } from './chat-message.ts'
import { emptyChat, isReplying, reduceChat, unreadChat } from './chat-state.ts'
import { useChatEvents } from './use-chat-events.ts'
import { useChatTitle } from './use-chat-title.ts'
import { useOpenChat } from './use-open-chat.ts'
import type { Asking } from './use-question-box.ts'

/** What a conversation asks of its host. */
export interface ChatHost {
  readonly onSignedOut: () => void
  readonly onListChange?: (() => void) | undefined
  readonly notify: (kind: 'error' | 'success', text: string) => void
}

interface ChatOptions extends ChatHost {
  readonly chatId: string
  /** Nothing of this chat is stored yet. */
  readonly isNew: boolean
  readonly mode: Mode
  readonly onModeChange: (mode: Mode, cause: 'stored') => void
  /** The session was over, so a question was not sent; what it was about can be attached again. */
  readonly onUnsent: (excerpt: Excerpt) => void
}

/** One conversation: what to show, and what a user can do with it. */
export function useChat(options: ChatOptions) {
  const { chatId, isNew, mode, onModeChange, onSignedOut, onListChange, notify } = options
  const client = useClient()
  const [chat, change] = useReducer(reduceChat, isNew ? emptyChat : unreadChat)
  const preview = usePreviews()
  const questions = useRef(new Map<MessageId, string>())
  const isEmpty = chat.phase === 'ready' && chat.messages.length === 0
  const opening = { chatId, mode, isEmpty, storedMode: chat.storedMode, change, onModeChange }
  const { reread, measure } = useOpenChat(opening)
  const ensureTitle = useChatTitle({ chatId, onListChange, notify })

  useChatEvents({
    chatId,
    change,
    onEnd({ messageId, isComplete }) {
      // an end without a beginning: something was missed
      if (!chat.messages.some((message) => message.messageId === messageId)) void reread()
      const question = questions.current.get(messageId)
      questions.current.delete(messageId)
      if (!isComplete) void measure()
      if (isComplete && question !== undefined) ensureTitle(question)
    },
    onSynced({ running }) {
      const isUnsure = chat.messages.some(({ role, isAccepted }) => role === 'error' && !isAccepted)
      if (chat.phase === 'failed' || isUnsure || isAnyLost(chat.messages, running)) void reread()
    },
  })

  async function send({ question, image, excerpt }: Asking): Promise<void> {
    const messageId = newMessageId()
    const attached = { ...(image && { previewUrl: preview(image) }), ...(excerpt && { excerpt }) }
    questions.current.set(messageId, question)
    change({ type: 'asked', messageId, question, ...attached, at: Date.now() })
    try {
      await client.chats.send({
        ...{ question, mode, chatId, messageId },
        ...(image && { image: await shrinkImage(image) }),
        ...(excerpt && { excerpt }),
      })
      change({ type: 'accepted', messageId })
      onListChange?.()
    } catch (error) {
      questions.current.delete(messageId)
      if (!(error instanceof CallFailed && error.isSignedOut)) {
        change({ messageId, ...failureOf(error) })
        // what fits may have changed since it was asked for
        void measure()
        notify('error', copy.chat.sendFailed)
        return
      }
      change({ type: 'withdrawn', messageId })
      writeUnsent('chat', chatId, question)
      if (excerpt) options.onUnsent(excerpt)
      onSignedOut()
    }
  }

  async function stop(): Promise<void> {
    change({ type: 'stopping' })
    try {
      await client.chats.stop(chatId)
      change({ type: 'stop-accepted' })
    } catch {
      change({ type: 'stop-failed' })
      notify('error', copy.chat.stopFailed)
    }
  }

  return { chat, isReplying: isReplying(chat), send, stop, reread }
}

/** Whether a reply is still waited for that does not run any more. */
function isAnyLost(messages: readonly ChatMessage[], running: readonly MessageId[]): boolean {
  return messages.some(
    ({ isOpen, isAccepted, messageId }) =>
      isOpen && isAccepted && messageId !== undefined && !running.includes(messageId),
  )
}

/** Gives attached files an address for as long as the chat is on the screen. */
function usePreviews() {
  const urls = useRef<string[]>([])

  useEffect(() => {
    const made = urls.current
    return () => {
      for (const url of made.splice(0)) URL.revokeObjectURL(url)
    }
  }, [])

  return function preview(file: File): string {
    const url = URL.createObjectURL(file)
    urls.current.push(url)
    return url
  }
}

/** An id that no other message has. */
function newMessageId(): string {
  // randomUUID is only there where a page came over TLS or from this computer
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/**
 * What the log says about a question that could not be sent (specification, section 8). A refusal is
 * an answer; after everything else the question may be with the daemon all the same.
 */
function failureOf(error: unknown): { type: 'failed' | 'unsent'; error: string } {
  if (!(error instanceof CallFailed) || error.isOffline) {
    return { type: 'unsent', error: copy.chat.sendFailedRetry }
  }
  if (error.reason !== 'refused') return { type: 'unsent', error: copy.chat.noResponse }
  return { type: 'failed', error: copy.chat.sendFailedBecause(error.message) }
}

/** Longest side of an image that is sent, in pixels: what models look at in full. */
const LONGEST_SIDE = 1568

/** An image as small as a model needs it; the same file where it is small or cannot be read here. */
async function shrinkImage(file: File): Promise<File> {
  const bitmap = await decode(file)
  if (!bitmap) return file
  const scale = LONGEST_SIDE / Math.max(bitmap.width, bitmap.height)
  if (scale >= 1) return file
  const small = await draw(bitmap, scale, file.type)
  return small ? new File([small], file.name, { type: small.type }) : file
}

/** Null where this browser cannot read the file; the daemon says what is wrong with it. */
async function decode(file: File): Promise<ImageBitmap | null> {
  if (!('createImageBitmap' in globalThis)) return null
  try {
    return await createImageBitmap(file)
  } catch {
    return null
  }
}

async function draw(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  // a photograph as PNG would be larger than before; anything else may hold text and transparency
  const target = type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png'
  return new Promise((resolve) => canvas.toBlob(resolve, target, 0.9))
}
