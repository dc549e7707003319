import {
  ChatList,
  type ChatListItem,
  MessageList,
  type StoredMessage,
} from '@shortlist/contracts/chat'
import { MailStatus } from '@shortlist/contracts/mail'
import { type MailMark, OpenMail } from '@shortlist/contracts/mail-rows'
import { FileList, SourceView } from '@shortlist/contracts/retrieval'
import type { Caller } from './browserless-client.ts'

interface Chat {
  /** What was said in it, by `messageId` and role. */
  readonly messages: Map<string, string>
  isTitled: boolean
  /** Its deletion was asked for, so that it need not be there, or was answered: then it must not. */
  state: 'there' | 'leaving' | 'gone'
}

/** Uploads of a folder count up; null where it is deleted. */
type Version = number | null

/**
 * What a daemon has acknowledged, as answers and events told it, and what it was asked for without an
 * answer, which may have happened or not. `faults` compares that with what the daemon tells later.
 */
export class Acknowledged {
  readonly #chats = new Map<string, Chat>()
  /** What each folder may be, by name. */
  readonly #folders = new Map<string, Version[]>()
  readonly #analysed = new Set<string>()
  readonly #undone = new Set<string>()
  /** What each mail may be marked as. */
  readonly #marks = new Map<string, readonly MailMark[]>()
  /** Chats that nobody has looked at since something was asked of them. */
  readonly #fresh = new Set<string>()
  count = 0

  message(chatId: string, messageId: string, role: 'user' | 'bot', content: string): void {
    this.#count(chatId)
    this.#chat(chatId).messages.set(`${messageId} ${role}`, content)
  }

  titled(chatId: string): void {
    this.#count(chatId)
    this.#chat(chatId).isTitled = true
  }

  leaving(chatId: string): void {
    this.#fresh.add(chatId)
    this.#chat(chatId).state = 'leaving'
  }

  gone(chatId: string): void {
    this.#count(chatId)
    this.#chat(chatId).state = 'gone'
  }

  folderAsked(name: string, version: Version): void {
    this.#folders.set(name, [...this.possible(name), version])
  }

  folderIs(name: string, version: Version): void {
    this.count += 1
    this.#folders.set(name, [version])
  }

  analysed(emailId: string): void {
    this.count += 1
    this.#analysed.add(emailId)
  }

  /** What a mail may be marked as: one mark where that was answered. */
  marking(emailId: string, ...marks: readonly MailMark[]): void {
    this.count += Number(marks.length === 1)
    this.#marks.set(emailId, marks)
  }

  undone(eventId: string): void {
    this.count += 1
    this.#undone.add(eventId)
  }

  possible(folder: string): readonly Version[] {
    return this.#folders.get(folder) ?? [null]
  }

  /** Chats that are there, oldest first. */
  get chats(): readonly string[] {
    return [...this.#chats].flatMap(([id, { state }]) => (state === 'there' ? [id] : []))
  }

  /** How many files there are in all folders. */
  get files(): number {
    const versions = [...this.#folders].flatMap(([name, [version]]) =>
      filesOf(name, version ?? null),
    )
    return versions.length
  }

  /** Chats of which nothing must be found anywhere. */
  get deletedChats(): readonly string[] {
    return [...this.#chats].flatMap(([id, { state }]) => (state === 'gone' ? [id] : []))
  }

  /** What differs, a sentence each; of chats only those that are fresh, or `all`. */
  async faults(caller: Caller, scope: 'fresh' | 'all'): Promise<readonly string[]> {
    const chats = scope === 'all' ? [...this.#chats.keys()] : [...this.#fresh]
    this.#fresh.clear()
    return [
      ...(await this.#faultsOfChats(caller, chats)),
      ...(await this.#faultsOfFolders(caller)),
      ...(await this.#faultsOfMail(caller)),
      ...(await this.#faultsOfMarks(caller)),
    ]
  }

  #count(chatId: string): void {
    this.count += 1
    this.#fresh.add(chatId)
  }

  #chat(id: string): Chat {
    const known = this.#chats.get(id)
    if (known) return known
    const chat: Chat = { messages: new Map(), isTitled: false, state: 'there' }
    this.#chats.set(id, chat)
    return chat
  }

  async #faultsOfChats(caller: Caller, ids: readonly string[]): Promise<readonly string[]> {
    const { id: userId } = caller.account
    const list = ChatList.parse(await read(caller, `/api/chatbot/list/${userId}`))
    const listed = new Map(list.map((item) => [item.chatId, item]))
    const faults = this.deletedChats
      .filter((id) => listed.has(id))
      .map((id) => `${id} is listed though it was deleted`)
    for (const id of ids) {
      const there = MessageList.parse(await read(caller, `/api/chatbot/messages/${userId}/${id}`))
      faults.push(...this.#faultsOfChat(id, there, listed.get(id)))
    }
    return faults
  }

  #faultsOfChat(
    id: string,
    there: readonly StoredMessage[],
    item: ChatListItem | undefined,
  ): readonly string[] {
    const chat = this.#chat(id)
    const isGone = there.length === 0
    // asked for in vain: from here on it is there, or gone
    if (chat.state === 'leaving') chat.state = isGone ? 'gone' : 'there'
    if (chat.state === 'gone') return isGone ? [] : [`${id} is there though it was deleted`]
    const found = new Map(
      there.map(({ messageId, role, content }) => [`${messageId} ${role}`, content]),
    )
    return [
      ...[...chat.messages]
        .filter(([key, content]) => found.get(key) !== content)
        .map(([key, content]) => `${id} lacks "${content}" (${key})`),
      ...(item?.messageCount === there.length ? [] : [`${id} is counted wrong`]),
      ...(chat.isTitled && !item?.title ? [`${id} has lost its title`] : []),
    ]
  }

  async #faultsOfFolders(caller: Caller): Promise<readonly string[]> {
    const { id: userId } = caller.account
    const { files } = FileList.parse(await read(caller, `/api/rag/files/${userId}`))
    const found = new Map<string, string[]>()
    for (const { id, path } of files) {
      const source = `/api/rag/sources/${userId}/${id}?first=1&last=1`
      const view = await read(caller, source)
      const { lines } = SourceView.safeParse(view).data ?? { lines: [JSON.stringify(view)] }
      const name = path.slice(0, path.indexOf('/'))
      found.set(name, [...(found.get(name) ?? []), `${path} ${lines.join()}`])
    }
    const faults: string[] = []
    for (const name of new Set([...this.#folders.keys(), ...found.keys()])) {
      const are = (found.get(name) ?? []).toSorted().join('\n')
      const possible = this.possible(name)
      const version = possible.find((each) => textsOf(name, each) === are)
      if (version === undefined) faults.push(`${name} (${possible}) holds ${are}`)
      else this.#folders.set(name, [version])
    }
    return faults
  }

  async #faultsOfMarks(caller: Caller): Promise<readonly string[]> {
    const faults: string[] = []
    for (const [id, possible] of this.#marks) {
      const path = `/api/mail/${caller.account.id}/mails/${id}`
      const { mark } = OpenMail.parse(await read(caller, path))
      if (!possible.includes(mark)) faults.push(`${id} is ${mark} and not ${possible.join(' or ')}`)
      this.#marks.set(id, [mark])
    }
    return faults
  }

  async #faultsOfMail(caller: Caller): Promise<readonly string[]> {
    const { id: userId } = caller.account
    const { emails } = MailStatus.parse(await read(caller, `/api/gmail/status/${userId}`))
    const analysed = new Set(emails.filter((each) => each.analyzed).map(({ id }) => id))
    const subjects = new Set(emails.map(({ subject }) => subject))
    const events = emails.flatMap((each) => each.events)
    return [
      ...[...this.#analysed]
        .filter((id) => !analysed.has(id))
        .map((id) => `${id} has lost its analysis`),
      ...(subjects.size < emails.length ? ['a mail is there twice'] : []),
      ...events
        .filter(({ id, state }) => this.#undone.has(id) && state !== 'undone')
        .map(({ id }) => `${id} is back though it was undone`),
    ]
  }
}

/** The files of a folder in that version. */
export function filesOf(folder: string, version: Version): [path: string, content: string][] {
  if (version === null) return []
  return [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [
    `${folder}/${at}.md`,
    `file ${at} of version ${version}`,
  ])
}

function textsOf(folder: string, version: Version): string {
  return filesOf(folder, version)
    .map(([path, content]) => `${path} ${content}`)
    .join('\n')
}

async function read(caller: Caller, path: string): Promise<unknown> {
  return (await caller.call('GET', path)).json()
}
