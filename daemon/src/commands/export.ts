import { createHash, randomUUID } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { StoredImage, StoredMessage } from '@shortlist/contracts/chat'
import { z } from 'zod'
import { findFolders } from '../composition/find-folders.ts'
import type { Stores } from '../composition/open-stores.ts'
import type { Settings } from '../env.ts'
import { exitCodes, StartError } from './exit-codes.ts'
import { reasonOf } from './try-folder.ts'
import { withStores } from './with-stores.ts'

/** What the program writes; a file of a later version is refused. */
export const EXPORT_VERSION = 1

/** One line of an exported file (JSON Lines, UTF-8). Images stand before the chat they belong to. */
export const ExportLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shortlist-export'), v: z.number() }),
  z.object({
    kind: z.literal('account'),
    id: z.string(),
    email: z.string(),
    createdAt: z.string(),
  }),
  z.object({ kind: z.literal('image'), image: StoredImage, base64: z.string() }),
  z.object({
    kind: z.literal('chat'),
    userId: z.string(),
    chatId: z.string(),
    createdAt: z.string(),
    title: z.string().nullable(),
    messages: z.array(StoredMessage),
  }),
  /** The last line: a checksum over the bytes of all lines before it. */
  z.object({ kind: z.literal('end'), sha256: z.string() }),
])
export type ExportLine = z.infer<typeof ExportLine>

/**
 * Writes all chats and who they belong to into a new file, or with `force` in the place of the one of
 * that name, which is there as a whole until the new one is. Throws `StartError` where the file is
 * there already, cannot be written, or would hold no chat.
 */
export async function exportTo(
  settings: Settings,
  file: string,
  { force }: { force: boolean },
): Promise<void> {
  const path = existsSync(file) ? realpathSync(file) : file
  const refused = (reason: string) =>
    new StartError(`${path} is there already${reason}`, exitCodes.cannotCreate)
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry && !entry.isFile()) throw refused(' and is no file.')
  if (entry && !force) throw refused('. Choose another name, or replace it with --force.')
  const { data } = findFolders(settings.config.SHORTLIST_DATA_DIR)
  // opening the stores would make the folder
  const chats = existsSync(data)
    ? await withStores(settings, (stores) => writeAll(stores, path))
    : 0
  if (chats === 0) {
    throw new StartError(
      `Nothing was exported, and no file written: the data folder ${data} holds no chats. Another one is named with --data-dir or SHORTLIST_DATA_DIR.`,
      exitCodes.failed,
    )
  }
  process.stdout.write(`Exported ${chats} chats to ${path}.\n`)
}

/** The number of chats that were written; without any there is no file. */
async function writeAll(stores: Stores, path: string): Promise<number> {
  const unfinished = `${path}.${randomUUID()}.part`
  const sum = createHash('sha256')
  let chats = 0
  try {
    await using file = await open(unfinished, 'wx', 0o600)
    for await (const line of linesOf(stores)) {
      const text = `${JSON.stringify(line)}\n`
      sum.update(text)
      await file.writeFile(text)
      if (line.kind === 'chat') chats++
    }
    const end: ExportLine = { kind: 'end', sha256: sum.digest('hex') }
    await file.writeFile(`${JSON.stringify(end)}\n`)
    await file.sync()
    if (chats > 0) await rename(unfinished, path)
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    const sentence = `${path} cannot be written: ${reasonOf(cause)}.`
    throw new StartError(sentence, exitCodes.cannotCreate, { cause })
  } finally {
    await rm(unfinished, { force: true })
  }
  return chats
}

/** Passwords and sessions stay where they are. */
async function* linesOf({ accounts, chats }: Stores): AsyncGenerator<ExportLine> {
  yield { kind: 'shortlist-export', v: EXPORT_VERSION }
  for (const { id, email, createdAt } of await accounts.all()) {
    yield { kind: 'account', id, email, createdAt }
  }
  for await (const { images, messages, ...chat } of chats.chats()) {
    for await (const { image, bytes } of images) {
      yield { kind: 'image', image, base64: Buffer.from(bytes).toString('base64') }
    }
    yield { kind: 'chat', ...chat, messages: [...messages] }
  }
}
