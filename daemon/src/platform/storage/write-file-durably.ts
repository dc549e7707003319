import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { FILE_MODE, type FileSystem, isSystemError, syncFolderOf } from './file-system.ts'

/** What is written; pieces are written as they come. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>

export interface DurableWrite {
  readonly fs: FileSystem
  /** Where the previous generation is kept; without it there is none. */
  readonly backup?: string
}

/**
 * Replaces a file as a whole (0600): once it resolves the new content survives a power cut, and
 * when it rejects the old content is still there.
 */
export async function writeFileDurably(
  path: string,
  content: Content,
  { fs, backup }: DurableWrite,
): Promise<void> {
  const temporary = temporaryName(path)
  try {
    await writeAll(fs, temporary, content)
    if (backup) await keepPrevious(fs, path, backup)
    await fs.rename(temporary, path)
  } catch (error) {
    await fs.rm(temporary, { force: true })
    throw error
  }
  try {
    await syncFolderOf(fs, path)
  } catch (error) {
    // nobody may see what was not acknowledged
    if (backup) await putBack(fs, backup, path)
    throw error
  }
}

/** Removes what an interrupted write of this file left behind. */
export async function removeLeftovers(path: string, fs: FileSystem): Promise<void> {
  const [folder, start] = [dirname(path), `.${basename(path)}.`]
  for (const name of await fs.readdir(folder)) {
    if (name.startsWith(start) && name.endsWith('.tmp')) await fs.rm(join(folder, name))
  }
}

function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
}

async function writeAll(fs: FileSystem, path: string, content: Content): Promise<void> {
  const handle = await fs.open(path, 'wx', FILE_MODE)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function keepPrevious(fs: FileSystem, path: string, backup: string): Promise<void> {
  const temporary = temporaryName(backup)
  try {
    await fs.link(path, temporary)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return
    // a file system without hard links
    await writeAll(fs, temporary, await fs.readFile(path))
  }
  await renameOrRemove(fs, temporary, backup)
  // two names of one file, which a write that failed leaves, are not renamed onto each other
  await Promise.allSettled([fs.rm(temporary, { force: true })])
}

async function putBack(fs: FileSystem, backup: string, path: string): Promise<void> {
  const temporary = temporaryName(path)
  try {
    await fs.copyFile(backup, temporary)
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
    // there was none before
    await fs.rm(path, { force: true })
    return
  }
  await renameOrRemove(fs, temporary, path)
}

async function renameOrRemove(fs: FileSystem, temporary: string, path: string): Promise<void> {
  try {
    await fs.rename(temporary, path)
  } catch (error) {
    await fs.rm(temporary, { force: true })
    throw error
  }
}
