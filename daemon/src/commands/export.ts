import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import {
  CHATS_VERSION,
  chatLines,
  checkedTexts,
  type ExportLine,
} from '../composition/export-lines.ts'
import { findFolders } from '../composition/find-folders.ts'
import type { Stores } from '../composition/open-stores.ts'
import type { Settings } from '../env.ts'
import { exitCodes, StartError } from './exit-codes.ts'
import { reasonOf } from './try-folder.ts'
import { withStores } from './with-stores.ts'

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
  let chats = 0
  async function* counted(): AsyncGenerator<ExportLine> {
    for await (const line of linesOf(stores)) {
      yield line
      if (line.kind === 'chat') chats++
    }
  }
  try {
    await using file = await open(unfinished, 'wx', 0o600)
    for await (const text of checkedTexts(counted())) await file.writeFile(text)
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
  yield { kind: 'shortlist-export', v: CHATS_VERSION }
  for (const { id, email, createdAt } of await accounts.all()) {
    yield { kind: 'account', id, email, createdAt }
  }
  yield* chatLines(chats.chats())
}
