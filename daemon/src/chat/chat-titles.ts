import type { Background } from '../platform/background.ts'
import type { ChatPorts } from './ports.ts'
import { type TitleMaterial, titleChat } from './title-chat.ts'

/** The titles that are being made: one at a time for each chat. */
export class ChatTitles {
  readonly #ports: ChatPorts
  readonly #background: Background
  readonly #closing = new AbortController()
  readonly #jobs = new Map<string, Promise<string>>()

  constructor(ports: ChatPorts, background: Background) {
    this.#ports = ports
    this.#background = background
  }

  /** Titles a chat that has no title yet, without keeping anybody waiting. */
  begin(userId: string, chatId: string, material: TitleMaterial): void {
    if (this.#ports.chats.title(userId, chatId) !== null) return
    this.#background.run(async () => {
      await this.title(userId, chatId, material)
    })
  }

  /** The chat's title: the one it has, the one in the making, or else one made from `material`. */
  title(userId: string, chatId: string, material: TitleMaterial): Promise<string> {
    const running = this.#jobs.get(keyOf(userId, chatId))
    if (running) return running
    const title = this.#ports.chats.title(userId, chatId)
    if (title) return Promise.resolve(title)
    const job = this.#make(userId, chatId, material).finally(() => {
      this.#jobs.delete(keyOf(userId, chatId))
    })
    this.#jobs.set(keyOf(userId, chatId), job)
    return job
  }

  /** Titles in the making become first words. */
  close(): void {
    this.#closing.abort()
  }

  async #make(userId: string, chatId: string, material: TitleMaterial): Promise<string> {
    const { chats, realtime } = this.#ports
    const title = await titleChat(this.#ports, material, this.#closing.signal)
    // the chat may have been deleted meanwhile
    if (chats.title(userId, chatId) === undefined) return title
    await chats.setTitle(userId, chatId, title)
    realtime.publish(userId, 'chat-titled', { chatId, title })
    return title
  }
}

function keyOf(userId: string, chatId: string): string {
  return `${userId}/${chatId}`
}
