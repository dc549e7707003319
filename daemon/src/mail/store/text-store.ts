import { randomUUID } from 'node:crypto'
import type { ProjectedLogs } from '../../platform/projection/projected-logs.ts'
import type { Projection } from '../../platform/projection/projection.ts'
import type { ReadMessage } from '../message-ports.ts'
import type { StoredText, TextsHead } from './mail-records.ts'

/** A log of texts is read as a whole, so it holds about so many characters at most. */
const LOG_CHARACTERS = 4 * 1024 * 1024
const LOGS_IN_MEMORY = 4

/** How many texts lie in which log; what they say is in none of these tables. */
export const textsProjection: Projection<StoredText, TextsHead> = {
  name: 'mail-texts',
  isBare: true,
  version: 1,
  tables: `
create table "mail-texts_logs" (
  log text primary key, mailbox text not null, stored integer not null
) without rowid;
create index "mail-texts_of_mailbox" on "mail-texts_logs" (mailbox);
`,
  apply(tables, _text, { log, head }) {
    const sql = `insert into "mail-texts_logs" values (?, ?, 1)
      on conflict (log) do update set stored = stored + 1`
    tables.run(sql, log, head.mailbox)
  },
  forget: (tables, log) => tables.run('delete from "mail-texts_logs" where log = ?', log),
}

/** A log of texts of a mailbox. */
interface TextLog {
  readonly name: string
  /** Texts in it. */
  readonly stored: number
}

/**
 * What mails say, from when they are fetched until nobody wants it any more. Each log of texts is
 * written once and removed as a whole.
 */
export class TextStore {
  readonly #texts: ProjectedLogs<StoredText, TextsHead>
  readonly #head: TextsHead
  /** Logs in memory, least recently used first. */
  readonly #read = new Map<string, Promise<ReadonlyMap<string, ReadMessage>>>()

  /** `mailbox` is the name of the log of the mails. */
  constructor(texts: ProjectedLogs<StoredText, TextsHead>, mailbox: string) {
    this.#texts = texts
    this.#head = { mailbox }
  }

  /** Stores texts durably; resolves to the name of each one's log, by mail. */
  async put(texts: readonly StoredText[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>()
    for (const part of inLogs(texts)) {
      const name = randomUUID()
      await this.#texts.append(name, this.#head, part)
      this.#keepFirst(name, part)
      for (const { id } of part) names.set(id, name)
    }
    return names
  }

  /** Undefined where it is not there any more. */
  async get(name: string, id: string): Promise<ReadMessage | undefined> {
    const known = this.#read.get(name)
    const reading = known ?? this.#readLog(name)
    if (!known) reading.catch(() => this.#read.delete(name))
    this.#read.delete(name)
    this.#read.set(name, reading)
    for (const oldest of this.#read.keys()) {
      if (this.#read.size <= LOGS_IN_MEMORY) break
      this.#read.delete(oldest)
    }
    return (await reading).get(id)
  }

  logs(): Promise<readonly TextLog[]> {
    const sql = 'select log, stored from "mail-texts_logs" where mailbox = ?'
    return this.#texts.query((tables) =>
      tables
        .all(sql, this.#head.mailbox)
        .map(({ log, stored }) => ({ name: String(log), stored: Number(stored) })),
    )
  }

  /** Nothing is left of what any mail says. */
  async removeAll(): Promise<void> {
    await this.remove((await this.logs()).map(({ name }) => name))
  }

  /** Those that have gone already cost nothing. */
  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) this.#read.delete(name)
    const there = new Set((await this.logs()).map(({ name }) => name))
    await this.#texts.remove(names.filter((name) => there.has(name)))
  }

  /** The first logs are read first, and soon; while there is room they need not be read at all. */
  #keepFirst(name: string, texts: readonly StoredText[]): void {
    if (this.#read.size >= LOGS_IN_MEMORY) return
    const messages = new Map(texts.map(({ id, message }) => [id, message]))
    this.#read.set(name, Promise.resolve(messages))
  }

  async #readLog(name: string): Promise<ReadonlyMap<string, ReadMessage>> {
    const rows = await this.#texts.rows(name, this.#head)
    return new Map(rows.map(({ id, message }) => [id, message]))
  }
}

function* inLogs(texts: readonly StoredText[]): Generator<readonly StoredText[]> {
  let part: StoredText[] = []
  let characters = 0
  for (const text of texts) {
    part.push(text)
    characters += text.message.text.length
    if (characters < LOG_CHARACTERS) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}
