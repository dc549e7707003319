import {
  type Answerer,
  ChatListItem,
  ContextUse,
  Done,
  type Excerpt,
  HasTitle,
  type MessageId,
  MessageList,
  MessageReply,
  type Mode,
  type NewMessage,
  type ReplyStarted,
  type StoredImage,
  type StoredMessage,
  Summary,
} from '@shortlist/contracts/chat'
import type { ServerEvent } from '@shortlist/contracts/events'
import { z } from 'zod'
import { type AccountCallParts, orDefaults } from './daemon/read-calls.ts'

export interface NewQuestion {
  /** In the user's own words; empty where an image or an excerpt is all. */
  readonly question: string
  readonly mode: Mode
  readonly chatId: string
  readonly messageId: string
  readonly image?: File
  /** What the question is about, from a web page. */
  readonly excerpt?: Excerpt | undefined
  /** Whom the user wants to hear; otherwise it is as the owner has set. */
  readonly answerBy?: Answerer | undefined
}

/** A reply that runs, as far as this client has heard it. */
export interface RunningReply extends ReplyStarted {
  readonly text: string
}

/** The chats of the signed-in account. */
export interface Chats {
  /** Newest first. */
  list(): Promise<readonly ChatListItem[]>
  /** Oldest first; none for an unknown chat. */
  messages(chatId: string): Promise<readonly StoredMessage[]>
  contextUse(chatId: string, mode: Mode): Promise<ContextUse>
  /** Resolves when the message is stored; the reply comes as events. */
  send(asked: NewQuestion): Promise<void>
  stop(chatId: string): Promise<void>
  delete(chatId: string): Promise<void>
  deleteAll(): Promise<void>
  hasTitle(chatId: string): Promise<boolean>
  /** Asks for a title made from `prompt`. */
  summarize(chatId: string, prompt: string): Promise<string>
  /** Replies of a chat that run right now. */
  running(chatId: string): readonly RunningReply[]
  imageUrl(chatId: string, image: StoredImage): string
  /** The bytes behind `imageUrl`, for hosts that cannot show that address. An abort rejects. */
  image(chatId: string, image: StoredImage, signal?: AbortSignal): Promise<Blob>
}

interface ChatCallParts extends AccountCallParts {
  /** Hears of a reply that came with the answer to its question. */
  readonly onWhole: (reply: ServerEvent<'chat-complete'>, isStopped: boolean) => void
  readonly running: Chats['running']
}

/** The chat calls of a daemon (specification, section 7). */
export function daemonChats(parts: ChatCallParts): Chats {
  const { api, calls, running, userId } = parts
  const { chatbot } = api
  const ofUser = () => ({ userId: userId() })
  const ofChat = (chatId: string) => ({ userId: userId(), chatId })

  function imageUrl(chatId: string, { id }: StoredImage): string {
    const param = { ...ofChat(chatId), imageId: id }
    return chatbot.images[':userId'][':chatId'][':imageId'].$url({ param }).href
  }

  return {
    list: async () => calls.ask(chatbot.list[':userId'].$get({ param: ofUser() }), LeastChatList),
    async messages(chatId) {
      const asking = chatbot.messages[':userId'][':chatId'].$get({ param: ofChat(chatId) })
      return calls.ask(asking, MessageList)
    },
    async contextUse(chatId, mode) {
      const about = { param: ofChat(chatId), query: { mode } }
      return calls.ask(chatbot.context[':userId'][':chatId'].$get(about), LeastContext)
    },
    async send(asked) {
      const posting = fetch(chatbot.$url(), wireMessage(asked, userId()))
      const reply = await calls.ask(posting as ReturnType<typeof chatbot.$post>, LeastReply)
      const { chatId, messageId } = asked
      const { stopped: isStopped = false, streaming, bot: fullResponse = '' } = reply
      const contextPercent = Number(reply.context_percent ?? 0)
      if (isStopped || !streaming) {
        parts.onWhole({ chatId, messageId, fullResponse, contextPercent }, isStopped)
      }
    },
    async stop(chatId) {
      await calls.tell(chatbot.stop.$post({ json: ofChat(chatId) }))
    },
    async delete(chatId) {
      await calls.tell(chatbot[':userId'][':chatId'].$delete({ param: ofChat(chatId) }))
    },
    async deleteAll() {
      const asking = chatbot[':userId'].$delete({ param: ofUser(), json: ofUser() })
      await calls.ask(asking, orDefaults(Done, { message: '' }))
    },
    async hasTitle(chatId) {
      const asking = chatbot['has-title'].$post({ json: ofChat(chatId) })
      return (await calls.ask(asking, HasTitle)).hasTitle
    },
    async summarize(chatId, prompt) {
      const asking = chatbot.summarize.$post({ json: { prompt, ...ofChat(chatId) } })
      return (await calls.ask(asking, orDefaults(Summary, { summary: '' }))).summary
    },
    running,
    imageUrl,
    image: (chatId, image, signal) =>
      calls.blob(
        fetch(imageUrl(chatId, image), { credentials: 'include', signal: signal ?? null }),
      ),
  }
}

const LeastReply = orDefaults(
  MessageReply.refine(({ streaming, stopped, bot }) => streaming || stopped || bot),
  { streaming: false, message: '' },
)
const LeastContext = orDefaults(ContextUse, { totalTokens: 0, messageCount: 0 })
const LeastChatList = z.array(
  orDefaults(ChatListItem, ({ lastMessage }) => ({
    firstMessage: lastMessage,
    preview: '',
    title: null,
  })),
)

/** JSON, or form data with an image: the one call of two kinds, of which the typed client asks both. */
function wireMessage(asked: NewQuestion, userId: string): RequestInit {
  const { question, mode, chatId, messageId, image, excerpt, answerBy } = asked
  const whom = answerBy && { answerBy }
  const message = { msg: question, userId, coachOrChat: mode, chatId, messageId, ...whom }
  const post = { method: 'POST', credentials: 'include' } as const
  if (!image) {
    const headers = { 'Content-Type': 'application/json' }
    const body = { ...message, excerpt } satisfies z.input<typeof NewMessage>
    return { ...post, headers, body: JSON.stringify(body) }
  }
  const body = new FormData()
  for (const [name, value] of Object.entries(message)) body.append(name, value)
  if (excerpt) body.append('excerpt', JSON.stringify(excerpt))
  body.append('image', image)
  return { ...post, body }
}

interface Assembly {
  readonly started?: ServerEvent<'chat-started'>
  /** Deltas name their message alone. */
  readonly chatId?: string
  readonly text: string
  /** A full frame was asked for; deltas mean nothing until it comes. */
  readonly isWaiting: boolean
}

const nothingYet: Assembly = { text: '', isWaiting: false }

/** The replies that run, put together from what is told of them. */
export class RunningReplies {
  readonly #assemblies = new Map<MessageId, Assembly>()

  start(started: ServerEvent<'chat-started'>): void {
    const { messageId, chatId } = started
    this.#assemblies.set(messageId, { ...this.#known(messageId), started, chatId })
  }

  /**
   * Adds a frame: a full one replaces the text, a delta is appended where its offset fits. Gives the
   * whole text so far, `resync` when a full frame must be asked for, since a delta does not fit or
   * nothing is known of its reply, and undefined while that frame is on its way.
   */
  add(
    chunk: ServerEvent<'chat-chunk'>,
  ): { readonly chatId: string; readonly text: string } | 'resync' | undefined {
    const { messageId } = chunk
    const known = this.#known(messageId)
    const isFull = 'fullResponse' in chunk
    if (known.isWaiting && !isFull) return undefined
    const chatId = isFull ? chunk.chatId : known.chatId
    if (chatId === undefined || !(isFull || chunk.offset === known.text.length)) {
      this.#assemblies.set(messageId, { ...known, isWaiting: true })
      return 'resync'
    }
    const text = isFull ? chunk.fullResponse : known.text + chunk.delta
    this.#assemblies.set(messageId, { ...known, chatId, text, isWaiting: false })
    return { chatId, text }
  }

  end(messageId: MessageId): void {
    this.#assemblies.delete(messageId)
  }

  /** Forgets all replies but these. */
  keep(running: readonly MessageId[]): void {
    for (const messageId of this.#assemblies.keys()) {
      if (!running.includes(messageId)) this.end(messageId)
    }
  }

  /** Those of a chat whose beginning was told. */
  of(chatId: string): readonly RunningReply[] {
    return [...this.#assemblies.values()].flatMap(({ started, text }) =>
      started?.chatId === chatId ? [{ ...started, text }] : [],
    )
  }

  #known(messageId: MessageId): Assembly {
    return this.#assemblies.get(messageId) ?? nothingYet
  }
}
