import type { AssistantClient, ClientEvents } from '@shortlist/client/assistant-client'
import { CallFailed } from '@shortlist/client/call-failed'
import type { Answerer, ContextUse, Excerpt, MessageId, Mode } from '@shortlist/contracts/chat'
import { CONTEXT_WINDOW_TOKENS } from '@shortlist/contracts/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { chatListKey } from '../chat-list/use-chat-list.ts'
import { askAnew, useClient } from '../client-provider.tsx'
import { copy } from '../copy.ts'
import { describeFailure } from '../describe-failure.ts'
import { writeUnsent } from '../unsent.ts'
import {
  type ChatChange,
  type ChatMessage,
  type ChatState,
  emptyChat,
  isReplying,
  reduceChat,
  unreadChat,
} from './chat-state.ts'
import type { Asking } from './composer.tsx'

/** What a conversation asks of its host. */
export interface ChatHost {
  readonly onSignedOut: () => void
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
  const { chatId, isNew, mode, onSignedOut, notify } = options
  const client = useClient()
  const [chat, change] = useReducer(reduceChat, isNew ? emptyChat : unreadChat)
  const questions = useRef(new Map<MessageId, string>())
  const { reread, measure } = useOpenChat(options, chat, change)
  const ensureTitle = useChatTitle(options)

  useChatEvents({
    chatId,
    change,
    onEnd({ messageId, type }) {
      // an end without a beginning: something was missed
      if (!chat.messages.some((message) => message.messageId === messageId)) void reread()
      const question = questions.current.get(messageId)
      questions.current.delete(messageId)
      if (type !== 'complete') void measure()
      else if (question !== undefined) ensureTitle(question)
    },
    onSynced({ running }) {
      const isUnsure = chat.messages.some(({ role, isAccepted }) => role === 'error' && !isAccepted)
      if (chat.phase === 'failed' || isUnsure || isAnyLost(chat.messages, running)) void reread()
    },
  })

  async function send({ question, image, excerpt }: Asking, answerBy?: Answerer): Promise<void> {
    const messageId = newMessageId()
    const attached = { ...(image && { file: image }), ...(excerpt && { excerpt }) }
    questions.current.set(messageId, question)
    change({ type: 'asked', messageId, question, ...attached, at: Date.now() })
    try {
      await client.chats.send({
        ...{ question, mode, chatId, messageId },
        ...(image && { image: await shrinkImage(image) }),
        ...(excerpt && { excerpt }),
        ...(answerBy && { answerBy }),
      })
      change({ type: 'accepted', messageId })
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

  /** Asks a question of this chat once more, with all that it came with. */
  async function sendAgain(asked: ChatMessage, answerBy: Answerer): Promise<void> {
    const { text: question, image: stored, file, excerpt = null } = asked
    try {
      const bytes = file ?? (stored && (await client.chats.image(chatId, stored)))
      const image = bytes ? new File([bytes], 'image', { type: bytes.type }) : null
      await send({ question, image, excerpt }, answerBy)
    } catch {
      notify('error', copy.chat.sendFailed)
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

  return { chat, isReplying: isReplying(chat), send, sendAgain, stop, reread }
}

/** Reads a chat and its mode when it is opened, its context at each change of mode, and both again on demand. */
function useOpenChat(
  { chatId, mode, onModeChange }: ChatOptions,
  { phase, messages, storedMode }: ChatState,
  change: Dispatch<ChatChange>,
) {
  const client = useClient()
  const reading = useRef<{ isStale: boolean } | undefined>(undefined)
  // where nothing is stored yet, there is nothing to read
  const isEmpty = useEffectEvent(() => phase === 'ready' && messages.length === 0)
  const takeOver = useEffectEvent((stored: Mode) => onModeChange(stored, 'stored'))

  const reread = useCallback(async (): Promise<void> => {
    if (reading.current) {
      reading.current.isStale = true
      return
    }
    const attempt = { isStale: false }
    reading.current = attempt
    try {
      const stored = await client.chats.messages(chatId)
      change({ type: 'loaded', messages: stored, running: client.chats.running(chatId) })
    } catch (error) {
      change({ type: 'load-failed', error: describeFailure(error, copy.chat.loadFailed) })
    } finally {
      reading.current = undefined
    }
    if (attempt.isStale) await reread()
  }, [client, chatId, change])

  const measure = useCallback(
    async (isWanted: () => boolean = () => true): Promise<void> => {
      // the specification's answer to a failure (section 7): a meter at 0 is no reason for a toast
      const failed: Partial<ContextUse> = {}
      const use = await client.chats.contextUse(chatId, mode).catch(() => failed)
      const {
        contextPercent = 0,
        contextTokens = CONTEXT_WINDOW_TOKENS,
        instructionTokens = 0,
      } = use
      if (!isWanted()) return
      change({ type: 'measured', use: { contextPercent, contextTokens, instructionTokens } })
    },
    [client, chatId, mode, change],
  )

  useEffect(() => {
    if (!isEmpty()) void reread()
  }, [reread])

  useEffect(() => {
    let isCurrent = true
    void measure(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [measure])

  useEffect(() => {
    if (storedMode) takeOver(storedMode)
  }, [storedMode])

  return { reread, measure }
}

/** What is heard of one chat. */
type Heard = 'chat-started' | 'chat-chunk' | 'chat-complete' | 'chat-stopped' | 'chat-error'

type Ended = Extract<ChatChange, { type: 'complete' | 'stopped' | 'failed' }>

interface Hearing {
  readonly chatId: string
  readonly change: Dispatch<ChatChange>
  /** Before the end of a reply reaches the log. */
  readonly onEnd: (ended: Ended) => void
  readonly onSynced: (event: ClientEvents['synced']) => void
}

/** Turns the events of one chat into changes of its log; how often its text is drawn is Markdown's to say. */
function useChatEvents({ chatId, change, onEnd, onSynced }: Hearing): void {
  const client = useClient()
  const hearEnd = useEffectEvent(onEnd)
  const hearSynced = useEffectEvent(onSynced)

  useEffect(() => {
    function hear<Name extends Heard>(
      name: Name,
      take: (event: ClientEvents[Name]) => void,
    ): () => void {
      return client.on(name, (event) => {
        if (event.chatId === chatId) take(event)
      })
    }

    function end(ended: Ended): void {
      hearEnd(ended)
      change(ended)
    }

    const stopHearing = [
      hear('chat-started', (event) => change({ type: 'started', ...event })),
      hear('chat-chunk', (chunk) => change({ type: 'chunk', ...chunk })),
      hear('chat-complete', (event) => end({ type: 'complete', ...event, at: Date.now() })),
      hear('chat-stopped', (event) => end({ type: 'stopped', ...event, at: Date.now() })),
      hear('chat-error', (event) => end({ type: 'failed', ...event })),
      client.on('synced', hearSynced),
    ]
    return () => {
      for (const stop of stopHearing) stop()
    }
  }, [client, chatId, change])
}

/** How long a daemon may take to tell of a title that it makes by itself, in milliseconds. */
const TITLE_WAIT = 5000

/** What has been said of titles; a second time would say nothing new. */
const told = new WeakMap<AssistantClient, Set<string>>()

/**
 * Sees to it that a chat gets a title after its first reply: where none was heard of in time, it
 * asks for one, made from the question that it is called with. A failure is told once.
 */
export function useChatTitle(options: Pick<ChatOptions, 'chatId' | 'notify'>) {
  const { chatId, notify } = options
  const client = useClient()
  const cache = useQueryClient()
  const titled = useRef(new Set<string>())

  useEffect(() => client.on('chat-titled', (event) => titled.current.add(event.chatId)), [client])

  async function ask(question: string): Promise<void> {
    if (titled.current.has(chatId)) return
    let failure: string = copy.chat.titleCheckFailed
    try {
      const hasTitle = await client.chats.hasTitle(chatId)
      failure = copy.chat.summarizeFailed
      if (!hasTitle) await client.chats.summarize(chatId, question)
      titled.current.add(chatId)
    } catch (error) {
      if (!(error instanceof CallFailed && error.isSignedOut)) tell(failure)
    }
    // a daemon that tells of no titles has made one all the same
    void askAnew(cache, { queryKey: chatListKey })
  }

  function tell(failure: string): void {
    const before = told.get(client) ?? new Set()
    told.set(client, before)
    if (!before.has(failure)) notify('error', failure)
    before.add(failure)
  }

  return (question: string): void => {
    if (!titled.current.has(chatId)) setTimeout(() => void ask(question), TITLE_WAIT)
  }
}

/** Whether a reply is still waited for that does not run any more. */
function isAnyLost(messages: readonly ChatMessage[], running: readonly MessageId[]): boolean {
  return messages.some(
    ({ isOpen, isAccepted, messageId }) =>
      isOpen && isAccepted && messageId !== undefined && !running.includes(messageId),
  )
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
  if (!('createImageBitmap' in globalThis)) return file
  // the daemon says what is wrong with a file that no browser can read
  const bitmap = await createImageBitmap(file).catch(() => null)
  const scale = bitmap ? LONGEST_SIDE / Math.max(bitmap.width, bitmap.height) : 1
  if (!bitmap || scale >= 1) return file
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  // a photograph as PNG would be larger than before; anything else may hold text and transparency
  const type = /^image\/(jpeg|webp)$/.test(file.type) ? file.type : 'image/png'
  const small = await canvas.convertToBlob({ type, quality: 0.9 }).catch(() => null)
  return small ? new File([small], file.name, { type: small.type }) : file
}
