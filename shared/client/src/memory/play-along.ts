import type { MessageId, Mode } from '@shortlist/contracts/chat'
import type { Finding } from '@shortlist/contracts/mail'
import type { EventHub } from '../assistant-client.ts'
import type { NewQuestion } from '../chats.ts'
import type { MemoryCalendar } from './memory-calendar.ts'
import { type MemoryChats, titleOf } from './memory-chats.ts'
import type { MemoryMail } from './memory-mail.ts'

// Which moment does what (specification, section 9), in milliseconds.

/** From a question to the first word of its reply. */
const REPLY_DELAY = 3000
/** Shortest and longest time between two words. */
const WORD_MIN = 50
const WORD_MAX = 150
/** From the opening of the popup to the connected calendar. */
const CALENDAR_DELAY = 5000
/** From the beginning of a sync to its first mail, and how long each mail takes. */
const SYNC_DELAY = 500
const ANALYSIS_TIME = 1000

/** How full the context window is said to be, in percent. */
export const CONTEXT_PERCENT = 43.7

/** The time that a world in memory lives in. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Does something once after so many milliseconds. */
  after(delay: number, act: () => void): void
}

/** What a world in memory says where a daemon would ask a model. */
export interface Script {
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  /** The reply to a question, in Markdown. */
  readonly reply: (asked: NewQuestion) => string
  /** What the analysis of a mail finds. */
  readonly finding: (emailId: string) => Finding
}

interface World extends Script {
  readonly hub: EventHub
  readonly chats: MemoryChats
  readonly mail: MemoryMail
  readonly calendar: MemoryCalendar
}

interface Reply {
  readonly chatId: string
  readonly mode: Mode
  readonly began: number
  text: string
}

interface Sync {
  readonly startedAt: string
  analyzed: number
  eventsCreated: number
}

/** What a daemon does by itself, with a world in memory: replies, syncs, and the calendar's sign-in. */
export class PlayAlong {
  readonly #world: World
  readonly #replies = new Map<MessageId, Reply>()
  #sync: Sync | undefined
  #popups = 0
  #isOver = false

  constructor(world: World) {
    this.#world = world
  }

  /** Does nothing more. */
  giveUp(): void {
    this.#isOver = true
  }

  /** Answers a question word by word, as a model would. */
  answer(asked: NewQuestion): void {
    const { hub, clock, reply } = this.#world
    const { messageId, chatId, mode, question, excerpt } = asked
    const began = clock.now()
    const words = reply(asked).match(/\s*\S+/g) ?? []
    this.#replies.set(messageId, { chatId, mode, began, text: '' })
    this.#after(REPLY_DELAY, () => this.#say(messageId, words, 0))
    const started = { messageId, chatId, mode, question, startedAt: iso(began) }
    hub.emit('chat-started', { ...started, ...(excerpt && { excerpt }) })
  }

  /** Ends the replies of a chat where they are; what was said of them stays. */
  stop(chatId: string): void {
    for (const [messageId, reply] of [...this.#replies]) {
      if (reply.chatId !== chatId) continue
      this.#end(messageId, reply, { isStopped: true })
      this.#world.hub.emit('chat-stopped', { messageId, chatId, fullResponse: reply.text })
    }
  }

  #say(messageId: MessageId, words: readonly string[], at: number): void {
    const reply = this.#replies.get(messageId)
    if (!reply) return
    const { hub, random } = this.#world
    reply.text += words[at] ?? ''
    this.#after(WORD_MIN + random() * (WORD_MAX - WORD_MIN), () => {
      if (at + 1 < words.length) this.#say(messageId, words, at + 1)
      else this.#complete(messageId)
    })
    hub.emit('chat-chunk', { messageId, chatId: reply.chatId, fullResponse: reply.text })
  }

  #complete(messageId: MessageId): void {
    const reply = this.#replies.get(messageId)
    if (!reply) return
    const responseTime = this.#end(messageId, reply, {})
    const { chatId, text: fullResponse } = reply
    const said = { messageId, chatId, fullResponse, responseTime }
    this.#world.hub.emit('chat-complete', { ...said, contextPercent: CONTEXT_PERCENT })
  }

  /** Keeps what was said as a message of the chat, whose title is then that of its first question. */
  #end(messageId: MessageId, reply: Reply, how: { readonly isStopped?: true }): number {
    const { chats, hub, clock } = this.#world
    const { chatId, mode, began, text: content } = reply
    this.#replies.delete(messageId)
    const [first] = chats.messages(chatId)
    if (first && chats.title(chatId) === null) {
      const title = titleOf(first.content)
      chats.setTitle(chatId, title)
      hub.emit('chat-titled', { chatId, title })
    }
    const responseTime = Math.round(clock.now() - began)
    const message = { role: 'bot', content, messageId, mode, responseTime, ...how } as const
    chats.append(chatId, { ...message, timestamp: iso(clock.now()) })
    return responseTime
  }

  /** Begins a sync, in which one mail follows the other; one that runs goes on. */
  sync(): void {
    if (this.#sync) return
    const { hub, mail, clock } = this.#world
    const sync = { startedAt: iso(clock.now()), analyzed: 0, eventsCreated: 0 }
    this.#sync = sync
    this.#note(sync, null)
    hub.emit('sync-progress', { analyzed: 0, total: mail.status.emails.length })
    this.#after(SYNC_DELAY, () => this.#takeUp(sync, 0))
  }

  cancelSync(): void {
    if (!this.#sync) return
    const { hub, mail } = this.#world
    const { analyzed } = this.#sync
    this.#sync = undefined
    mail.status = { ...mail.status, sync: null }
    hub.emit('sync-cancelled', { analyzed, total: mail.status.emails.length })
  }

  #takeUp(sync: Sync, index: number): void {
    if (sync !== this.#sync) return
    const { hub, mail } = this.#world
    const { emails } = mail.status
    const email = emails[index]
    if (!email) {
      this.#completeSync(sync)
      return
    }
    const { id: emailId, subject } = email
    this.#note(sync, emailId)
    const counts = { analyzedCount: sync.analyzed, totalToAnalyze: emails.length }
    hub.emit('email-analyzing', { emailId, subject, ...counts })
    this.#after(ANALYSIS_TIME, () => {
      if (sync === this.#sync) this.#finish(sync, emailId)
      this.#takeUp(sync, index + 1)
    })
  }

  #finish(sync: Sync, emailId: string): void {
    const { hub, mail, finding } = this.#world
    sync.analyzed += 1
    sync.eventsCreated += this.#createEvents(emailId)
    const { analysis, events, warnings } = mail.analyze(emailId, finding(emailId))
    if (!analysis) return
    const counts = { analyzedCount: sync.analyzed, totalToAnalyze: mail.status.emails.length }
    hub.emit('email-analyzed', { emailId, analysis, events, warnings, ...counts })
  }

  /** Puts what waits into the calendar; what is there stays, and what was undone stays away. */
  #createEvents(emailId: string): number {
    const { hub, mail, calendar } = this.#world
    if (!calendar.status.connected) return 0
    const waiting = mail.find(emailId).events.filter(({ state }) => state === 'waiting')
    for (const { id } of waiting) mail.changeEvent(id, { state: 'created', reason: null })
    if (waiting.length > 0 && calendar.refresh()) hub.emit('calendar-changed', {})
    return waiting.length
  }

  #completeSync({ analyzed, eventsCreated }: Sync): void {
    const { hub, mail, clock } = this.#world
    this.#sync = undefined
    const lastSync = iso(clock.now())
    mail.status = { ...mail.status, sync: null, lastSync }
    const totalFetched = mail.status.emails.length
    const counts = { totalFetched, newStored: 0, analyzed, failed: 0, eventsCreated }
    hub.emit('sync-complete', { ...counts, lastSync })
  }

  /** Says in the status of the mailbox how far a sync is. */
  #note({ analyzed, startedAt }: Sync, emailId: string | null): void {
    const { mail } = this.#world
    const total = mail.status.emails.length
    const subject = emailId && mail.find(emailId).subject
    const sync = { analyzed, total, emailId, subject, startedAt, isCancelling: false }
    mail.status = { ...mail.status, sync }
  }

  /** Analyses one mail on its own. */
  analyze(emailId: string): void {
    const { hub, mail, finding } = this.#world
    this.#after(ANALYSIS_TIME, () =>
      hub.emit('email-changed', { email: mail.analyze(emailId, finding(emailId)) }),
    )
  }

  /** Connects Google's calendar some seconds after the last popup was opened. */
  connect(): void {
    const { hub, calendar } = this.#world
    this.#popups += 1
    const popup = this.#popups
    this.#after(CALENDAR_DELAY, () => {
      if (popup !== this.#popups) return
      calendar.turnTo('google')
      hub.emit('calendar-changed', {})
    })
  }

  /** Nothing comes of the popups that were opened so far. */
  abandon(): void {
    this.#popups += 1
  }

  #after(delay: number, act: () => void): void {
    this.#world.clock.after(delay, () => {
      if (!this.#isOver) act()
    })
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
