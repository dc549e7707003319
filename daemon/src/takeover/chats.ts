import { basename, join } from 'node:path'
import { StoredMessage } from '@shortlist/contracts/chat'
import { z } from 'zod'
import type { ChatRow } from '../chat/store/chat-projection.ts'
import type { ChatStoreOptions } from '../chat/store/chat-store.ts'
import { atOnce } from '../platform/at-once.ts'
import {
  diskFileSystem as fs,
  keepDamaged,
  setAside,
  syncFolder,
  unlessMissing,
} from '../platform/storage/file-system.ts'
import { parseJson } from '../platform/storage/parse-json.ts'
import { splitJournal } from './split-journal.ts'

type ChatTakeover = Pick<ChatStoreOptions, 'folder' | 'logs' | 'report'>

const AT_ONCE = 32
/** So many take a while, which is told. */
const MANY = 1000
const JOURNAL = '.jsonl'

const Version = z.object({ v: z.int().min(1) })
const Header = z.object({ userId: z.string(), chatId: z.string(), createdAt: z.string() })
const Partials = z.object({ partials: z.array(StoredMessage) })
const any = z.unknown()
/** The third column is the name of the chat's file, the eighth its title. */
const Row = z.tuple([any, any, z.string(), any, any, any, any, z.string().nullable()], any)
const Snapshot = z.object({ rev: z.int(), data: z.array(Row) })
const LogHeader = z.object({ rev: z.int() })
const Change = z.object({ set: Row })

/** Whether a data folder is one of version 0.2; what was set aside of its chats may stay. */
export async function hasOldChats(dataFolder: string): Promise<boolean> {
  const names = await fs.readdir(join(dataFolder, 'chats')).catch(unlessMissing)
  return names !== undefined && names.join() !== 'corrupt'
}

/**
 * Takes the chats of version 0.2 over: each file in `chats/` becomes a log of the same name, beside
 * which its images lie already. A file goes when its log is on the disk; where a kill came between,
 * the log gets what it lacks.
 */
export async function takeOverChats(takeover: ChatTakeover): Promise<void> {
  const folder = join(takeover.folder, 'chats')
  if (!(await hasOldChats(takeover.folder))) return
  const titles = await readTitles(folder)
  const journals = (await namesIn(folder)).filter((name) => name.endsWith(JOURNAL))
  if (journals.length >= MANY) {
    takeover.report(`${journals.length} chats of an earlier version are taken over, once.`)
  }
  await atOnce(journals, AT_ONCE, (name) => takeOver(join(folder, name), titles, takeover))
  for (const name of await namesIn(folder)) {
    if (name !== 'corrupt' && !name.endsWith(JOURNAL)) await fs.rm(join(folder, name))
  }
  // a file that a power cut brought back would be taken over once more
  await syncFolder(fs, folder)
  if ((await namesIn(folder)).length === 0) await fs.rm(folder, { recursive: true })
}

async function takeOver(
  path: string,
  titles: ReadonlyMap<string, string | null>,
  { logs, report }: ChatTakeover,
): Promise<void> {
  const name = basename(path)
  const log = basename(path, JOURNAL)
  const { header, rows, damaged, torn } = await splitJournal(
    await fs.readFile(path),
    // as it was written, in the order of its keys
    (value) => (StoredMessage.safeParse(value).success ? (value as StoredMessage) : undefined),
  )
  if ((Version.safeParse(header).data?.v ?? 0) > 1) {
    report(`${name} was written by a newer version of Shortlist and is left untouched.`)
    return
  }
  const head = Header.safeParse(header).data
  if (!head || !/^[\w-]{16,64}$/.test(log)) {
    await setAside(path, fs)
    report(`${name} is no readable chat and has been moved to corrupt/.`)
    return
  }
  if (damaged.length > 0) {
    await keepDamaged(path, Buffer.concat(damaged), fs)
    report(`${name} held damaged lines, which are kept in corrupt/.`)
  }
  if (torn > 0) report(`${name} ended in an unfinished line, which was cut off.`)
  const partials = path.replace(/jsonl$/, 'partial.json')
  const title = titles.get(log)
  const taken: ChatRow[] = [
    ...rows,
    ...(title ? [{ kind: 'title' as const, title }] : []),
    ...(await openReplies(partials, rows)),
  ]
  const before = await logs.texts(log, head)
  const textOf = (row: ChatRow) => Buffer.from(JSON.stringify(row))
  const isBegun = taken.every((row, at) => before[at]?.equals(textOf(row)) ?? true)
  if (!isBegun) {
    await setAside(path, fs)
    report(`${name} differs from what has been taken over of it and has been moved to corrupt/.`)
    return
  }
  const missing = taken.slice(before.length)
  if (rows.length > 0 && missing.length > 0) await logs.append(log, head, missing)
  await fs.rm(path)
  await fs.rm(partials, { force: true })
}

/** What replies have said that were running and are not among the messages. */
async function openReplies(
  path: string,
  messages: readonly StoredMessage[],
): Promise<readonly ChatRow[]> {
  const content = await fs.readFile(path).catch(unlessMissing)
  const partials = content ? (Partials.safeParse(parseJson(content)).data?.partials ?? []) : []
  const ended = new Set(messages.flatMap((one) => (one.role === 'bot' ? [one.messageId] : [])))
  const open = partials.filter(({ messageId }) => !ended.has(messageId))
  return open.map((message) => ({ kind: 'partial', message }))
}

/** The titles by the names of the files, from the list of chats and the changes since. */
async function readTitles(folder: string): Promise<ReadonlyMap<string, string | null>> {
  const titles = new Map<string, string | null>()
  const read = (name: string) => fs.readFile(join(folder, name)).catch(unlessMissing)
  const [main, backup] = [await read('index.json'), await read('index.json.bak')]
  const snapshot = [main, backup].map((each) => each && Snapshot.safeParse(parseJson(each)).data)
  const { rev, data } = snapshot.find((each) => each !== undefined) ?? { rev: 0, data: [] }
  for (const row of data) titles.set(row[2], row[7])
  for (const name of ['index.log.bak', 'index.log']) {
    const bytes = await read(name)
    if (!bytes) continue
    const { header, rows } = await splitJournal(bytes, (value) => Change.safeParse(value).data)
    // the changes before the last list are in it, unless an earlier list had to be used
    const isIn = name === 'index.log.bak' && (LogHeader.safeParse(header).data?.rev ?? 0) < rev
    for (const { set } of isIn ? [] : rows) titles.set(set[2], set[7])
  }
  return titles
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await fs.readdir(folder).catch(unlessMissing)) ?? []
}
