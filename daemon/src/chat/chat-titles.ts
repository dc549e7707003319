import type { Background } from '../platform/background.ts'
import type { ChatPorts } from './ports.ts'
import { type TitleMaterial, titleChat } from './title-chat.ts'

interface Job {
  readonly userId: string
  readonly chatId: string
  readonly title: Promise<string | undefined>
  /** Aborted when the chat is deleted. */
  readonly dropped: AbortController
}

/** The titles that are being made: one at a time for each chat. */
export class ChatTitles {
  readonly #ports: ChatPorts
  readonly #background: Background
  readonly #closing = new AbortController()
  readonly #jobs = new Set<Job>()

  constructor(ports: ChatPorts, background: Background) {
    this.#ports = ports
    this.#background = background
  }

  /** Titles a chat that has no title yet, without keeping anybody waiting. */
  begin(userId: string, chatId: string, material: TitleMaterial): void {
    this.#background.run(async () => {
      await this.title(userId, chatId, material)
    })
  }

  /**
   * The chat's title: the one it has, the one in the making, or else one made from `material`;
   * undefined for an unknown chat.
   */
  title(userId: string, chatId: string, material: TitleMaterial): Promise<string | undefined> {
    const [running] = this.#of(userId, chatId)
    if (running) return running.title
    const dropped = new AbortController()
    const title = this.#findOrMake(userId, chatId, material, dropped.signal)
    const job = { userId, chatId, title, dropped }
    this.#jobs.add(job)
    return title.finally(() => this.#jobs.delete(job))
  }

  /** Stops what is in the making, for one chat or all of an account, before they are deleted. */
  async drop(userId: string, chatId?: string): Promise<void> {
    const jobs = this.#of(userId, chatId)
    for (const { dropped } of jobs) dropped.abort()
    await Promise.allSettled(jobs.map(({ title }) => title))
  }

  /** Titles in the making become first words. */
  close(): void {
    this.#closing.abort()
  }

  async #findOrMake(
    userId: string,
    chatId: string,
    material: TitleMaterial,
    dropped: AbortSignal,
  ): Promise<string | undefined> {
    const { chats, realtime } = this.#ports
    const known = await chats.title(userId, chatId)
    if (known || known === undefined) return known
    const cancel = AbortSignal.any([this.#closing.signal, dropped])
    const title = await titleChat(this.#ports, material, cancel)
    if (dropped.aborted) return title
    await chats.setTitle(userId, chatId, title)
    if (!dropped.aborted) realtime.publish(userId, 'chat-titled', { chatId, title })
    return title
  }

  #of(userId: string, chatId?: string): readonly Job[] {
    const isMeant = (job: Job) =>
      job.userId === userId && (chatId === undefined || job.chatId === chatId)
    return [...this.#jobs].filter(isMeant)
  }
}
