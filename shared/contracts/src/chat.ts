import { z } from 'zod'
import {
  EXCERPT_MAX_CHARACTERS,
  EXCERPT_TITLE_MAX_CHARACTERS,
  EXCERPT_URL_MAX_CHARACTERS,
  MESSAGE_MAX_CHARACTERS,
} from './limits.ts'
import { Source } from './source.ts'

/** `chat` is the code assistant, `coach` the job-search coach. */
export const Mode = z.enum(['chat', 'coach'])
export type Mode = z.infer<typeof Mode>

/** Made by the client: the user id, an underscore and the epoch milliseconds of its beginning. */
export const ChatId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/)

/** Chosen by the client and given back in every event: a number or a string, never converted. */
export const MessageId = z.union([z.number(), z.string().min(1).max(128)])
export type MessageId = z.infer<typeof MessageId>

/**
 * What the user took from a web page for one question: a selection, or the page's readable text. It
 * is data, whatever it says. `url` is empty where the page has no web address.
 */
export const Excerpt = z
  .object({
    kind: z.enum(['selection', 'page']),
    title: z.string().max(EXCERPT_TITLE_MAX_CHARACTERS),
    url: z.union([z.url({ protocol: /^https?$/ }).max(EXCERPT_URL_MAX_CHARACTERS), z.literal('')]),
    text: z.string().min(1).max(EXCERPT_MAX_CHARACTERS),
  })
  .meta({ id: 'Excerpt' })
export type Excerpt = z.infer<typeof Excerpt>

/** Who is to answer a question: the built-in guides, or the model, be it left alone for failing. */
export const Answerer = z.enum(['guides', 'model'])
export type Answerer = z.infer<typeof Answerer>

/** Who else can be asked the same question; a model by the name that a screen shows. */
export const OtherAnswerer = z.discriminatedUnion('by', [
  z.object({ by: z.literal('guides') }),
  z.object({ by: z.literal('model'), name: z.string() }),
])
export type OtherAnswerer = z.infer<typeof OtherAnswerer>

/**
 * A new message. With an image it travels as form data, with `excerpt` as JSON text. `msg` may be
 * blank where there is an image or an excerpt. Without `answerBy` it is answered as the owner has set.
 */
export const NewMessage = z
  .object({
    msg: z.string().max(MESSAGE_MAX_CHARACTERS),
    userId: z.string(),
    coachOrChat: Mode,
    chatId: ChatId,
    messageId: MessageId,
    excerpt: Excerpt.optional(),
    answerBy: Answerer.optional(),
  })
  .meta({ id: 'NewMessage' })

/** `streaming` announces `chat-*` events; otherwise the reply is in `bot`. */
export const MessageReply = z
  .object({
    streaming: z.boolean(),
    message: z.string(),
    stopped: z.boolean().optional(),
    bot: z.string().optional(),
    context_percent: z.union([z.number(), z.string()]).optional(),
  })
  .meta({ id: 'MessageReply' })

/** An image kept with a message; its bytes are at the image call under `id`. */
export const StoredImage = z
  .object({ id: z.string(), type: z.string(), width: z.number(), height: z.number() })
  .meta({ id: 'StoredImage' })
export type StoredImage = z.infer<typeof StoredImage>

/**
 * One message of a conversation, as stored and as sent. `content` and `role` are the fields of the
 * specification (section 3); the others are left out where they do not apply.
 */
export const StoredMessage = z
  .object({
    role: z.enum(['user', 'bot']),
    content: z.string(),
    messageId: MessageId.optional(),
    /** ISO 8601, UTC. */
    timestamp: z.string().optional(),
    mode: Mode.optional(),
    image: StoredImage.optional(),
    /** What was taken from a web page for this question; on user messages. */
    excerpt: Excerpt.optional(),
    /** Milliseconds from question to end; on bot messages. */
    responseTime: z.number().optional(),
    isStopped: z.boolean().optional(),
    /**
     * The sentence that ended a reply early; what was received stands in `content`. On a user message
     * the sentence that came instead of a reply.
     */
    error: z.string().optional(),
    /** Beside `error` the guides; on a reply that they gave, the model that failed. */
    otherwise: OtherAnswerer.optional(),
    /** Tokens of the prompt that this reply answered, as characters / 4. */
    promptTokens: z.number().optional(),
    /** Tokens of that prompt and this reply, where the model server has counted them. */
    countedTokens: z.number().optional(),
    /** This reply was looked up in calendar and mails: no model is shown it. */
    isLookUp: z.boolean().optional(),
    /** The passages of the user's files that this reply was given, best first. */
    sources: z.array(Source).optional(),
  })
  .meta({ id: 'StoredMessage' })
export type StoredMessage = z.infer<typeof StoredMessage>

export const MessageList = z.array(StoredMessage).meta({ id: 'MessageList' })

/** `id` equals `chatId`: existing clients navigate by the one and delete by the other. */
export const ChatListItem = z
  .object({
    id: z.string(),
    chatId: z.string(),
    /** Stored questions and replies; a reply that failed without a word is none. */
    messageCount: z.number(),
    /** ISO 8601, UTC, of the first and of the last message. */
    firstMessage: z.string(),
    lastMessage: z.string(),
    preview: z.string(),
    /** Null until the daemon has made one. */
    title: z.string().nullable(),
  })
  .meta({ id: 'ChatListItem' })
export type ChatListItem = z.infer<typeof ChatListItem>

/** A reply that runs, and the question that it answers. */
export const ReplyStarted = z.object({
  messageId: MessageId,
  chatId: z.string(),
  mode: Mode,
  question: z.string(),
  image: StoredImage.optional(),
  excerpt: Excerpt.optional(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
})
export type ReplyStarted = z.infer<typeof ReplyStarted>

/** Newest conversation first. */
export const ChatList = z.array(ChatListItem).meta({ id: 'ChatList' })

/**
 * How much of the context window the next question finds filled, in percent from 0 to 100: by the
 * instructions in a new chat, by the last prompt with its reply in any other.
 */
export const ContextUse = z
  .object({
    contextPercent: z.number(),
    totalTokens: z.number(),
    messageCount: z.number(),
    /** The window: what a prompt may be counted at; `CONTEXT_WINDOW_TOKENS` where it is left out. */
    contextTokens: z.number().optional(),
    /** What the instructions take of each prompt; not rounded, so that sums are exact. */
    instructionTokens: z.number().optional(),
  })
  .meta({ id: 'ContextUse' })
export type ContextUse = z.infer<typeof ContextUse>

export const ChatOfUser = z
  .object({ chatId: ChatId, userId: z.string() })
  .meta({ id: 'ChatOfUser' })
export const HasTitle = z.object({ hasTitle: z.boolean() }).meta({ id: 'HasTitle' })
export const SummaryRequest = ChatOfUser.extend({
  prompt: z.string().min(1).max(MESSAGE_MAX_CHARACTERS),
}).meta({ id: 'SummaryRequest' })
export const Summary = z.object({ summary: z.string() }).meta({ id: 'Summary' })
export const Done = z.object({ message: z.string() }).meta({ id: 'Done' })

export const ChatPath = z.object({ userId: z.string(), chatId: ChatId })
export const ImagePath = ChatPath.extend({ imageId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })
export const ContextQuery = z.object({ mode: Mode.default('chat') })
