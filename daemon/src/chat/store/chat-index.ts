import type { IndexedChat } from './chat-index-row.ts'

interface Place {
  chat: IndexedChat
  newer: Place | undefined
  older: Place | undefined
}

/** One account's chats, linked from the newest last message to the oldest. */
interface Shelf {
  readonly places: Map<string, Place>
  newest: Place | undefined
}

/**
 * Every chat by owner and chat id, in memory. Each account's chats stand in the order of their last
 * message, which a change keeps up at constant cost.
 */
export class ChatIndex {
  readonly #shelves = new Map<string, Shelf>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(userId: string, chatId: string): IndexedChat | undefined {
    return this.#shelves.get(userId)?.places.get(chatId)?.chat
  }

  set(chat: IndexedChat): void {
    const shelf = this.#shelf(chat.userId)
    const known = shelf.places.get(chat.chatId)
    if (known?.chat.lastMessage === chat.lastMessage) {
      known.chat = chat
      return
    }
    const near = known?.older ?? known?.newer
    if (known) unlink(shelf, known)
    else this.#size += 1
    const place = known ?? { chat, newer: undefined, older: undefined }
    place.chat = chat
    shelf.places.set(chat.chatId, place)
    link(shelf, place, near)
  }

  delete(userId: string, chatId: string): void {
    const shelf = this.#shelves.get(userId)
    const place = shelf?.places.get(chatId)
    if (!shelf || !place) return
    unlink(shelf, place)
    shelf.places.delete(chatId)
    if (shelf.places.size === 0) this.#shelves.delete(userId)
    this.#size -= 1
  }

  /** One account's chats, newest last message first. */
  *of(userId: string): Generator<IndexedChat> {
    const newest = this.#shelves.get(userId)?.newest
    for (let place = newest; place; place = place.older) yield place.chat
  }

  /** Everybody's chats. */
  *all(): Generator<IndexedChat> {
    for (const userId of this.#shelves.keys()) yield* this.of(userId)
  }

  #shelf(userId: string): Shelf {
    const known = this.#shelves.get(userId)
    if (known) return known
    const shelf: Shelf = { places: new Map(), newest: undefined }
    this.#shelves.set(userId, shelf)
    return shelf
  }
}

/** Takes its place: looked for at the newest end, where nearly every change belongs, else near by. */
function link(shelf: Shelf, place: Place, near: Place | undefined): void {
  const time = place.chat.lastMessage
  const isNewest = !shelf.newest || shelf.newest.chat.lastMessage <= time
  let older = isNewest || !near ? shelf.newest : near
  let newer = older?.newer
  while (newer && newer.chat.lastMessage <= time) {
    older = newer
    newer = newer.newer
  }
  while (older && older.chat.lastMessage > time) {
    newer = older
    older = older.older
  }
  place.newer = newer
  place.older = older
  if (older) older.newer = place
  if (newer) newer.older = place
  else shelf.newest = place
}

function unlink(shelf: Shelf, { newer, older }: Place): void {
  if (older) older.newer = newer
  if (newer) newer.older = older
  else shelf.newest = older
}
