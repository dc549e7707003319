import { randomUUID } from 'node:crypto'
import * as nodeFs from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'

/** What storage asks of the operating system; a test hands over one that fails. */
export type FileSystem = Pick<
  typeof nodeFs,
  | 'chmod'
  | 'copyFile'
  | 'link'
  | 'mkdir'
  | 'open'
  | 'readdir'
  | 'readFile'
  | 'rename'
  | 'rm'
  | 'stat'
  | 'unlink'
>

/** The file system of this computer. */
export const diskFileSystem: FileSystem = nodeFs

const refuseChange = () =>
  Promise.reject(Object.assign(new Error('Nothing is to be changed.'), { code: 'EROFS' }))

/** The same, as a disk that takes no changes; a folder that is missing is not missed. */
export const readOnlyFileSystem: FileSystem = {
  ...diskFileSystem,
  chmod: refuseChange,
  copyFile: refuseChange,
  link: refuseChange,
  mkdir: async () => undefined,
  open: refuseChange,
  rename: refuseChange,
  rm: refuseChange,
  unlink: refuseChange,
}

/** For its owner alone. */
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** True for the system error of that name, for instance `ENOENT`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** For a `catch`: undefined where there is no such file; any other failure is thrown on. */
export function unlessMissing(error: unknown): undefined {
  if (!isSystemError(error, 'ENOENT')) throw error
}

/**
 * Turns an error of the file system into the sentence that a user reads: `STORE_FULL` (no space on
 * the disk, no quota, file too big) or `STORE_READONLY` (no permission, file system mounted
 * read-only, bad disk). Anything else comes back as it is.
 */
export function storageError(cause: unknown): unknown {
  if (isSystemError(cause, 'ENOSPC', 'EDQUOT', 'EFBIG')) {
    return new AppError('STORE_FULL', "The server's disk is full.", { cause })
  }
  if (isSystemError(cause, 'EROFS', 'EACCES', 'EPERM', 'EIO')) {
    return new AppError('STORE_READONLY', 'The server cannot store data.', { cause })
  }
  return cause
}

/** For a `catch`: throws on what `storageError` makes of it. */
export function failStored(error: unknown): never {
  throw storageError(error)
}

const diskRefusals: readonly string[] = ['STORE_FULL', 'STORE_READONLY']

/** False where the work failed because the disk is full or takes nothing. */
export async function unlessDiskRefuses(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const known = storageError(error)
    if (known instanceof AppError && diskRefusals.includes(known.code)) return false
    throw error
  }
}

/** The refusal of a file whose schema version this program does not know yet. */
export function newerVersion(path: string): AppError {
  const reason = 'was written by a newer version of Shortlist and is left untouched'
  return new AppError('STORE_NEWER', `${basename(path)} ${reason}. Please update Shortlist.`)
}

/**
 * Makes a folder for its owner alone, and the folders above it that are missing. Throws the system's
 * error. Node's own `recursive` never ends where a file system takes no folders, `/proc` for instance.
 */
export async function makeFolder(path: string, fs: FileSystem = diskFileSystem): Promise<void> {
  const make = () => fs.mkdir(path, { mode: FOLDER_MODE })
  try {
    await make().catch(async (error: unknown) => {
      if (!isSystemError(error, 'ENOENT') || dirname(path) === path) throw error
      await makeFolder(dirname(path), fs)
      await make()
    })
  } catch (error) {
    const entry = await fs.stat(path).catch(() => undefined)
    if (!entry?.isDirectory()) throw error
  }
}

/** Makes a folder inside of one that can be written; its own name then survives a power cut too. */
export async function makeDurableFolder(path: string, fs: FileSystem): Promise<void> {
  const made = await fs.mkdir(path, { recursive: true, mode: FOLDER_MODE })
  if (made === undefined) return
  await syncFolderOf(fs, made)
  if (made !== path) await syncFolderOf(fs, path)
}

/** Makes created, renamed and removed names of a folder durable, where the platform can. */
export async function syncFolder(fs: FileSystem, folder: string): Promise<void> {
  try {
    const handle = await fs.open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // Windows opens no folders, and some file systems cannot synchronise them
    const isUnsupported =
      isSystemError(error, 'EISDIR', 'EINVAL', 'ENOTSUP') ||
      (process.platform === 'win32' && isSystemError(error, 'EPERM', 'EACCES'))
    if (!isUnsupported) throw error
  }
}

/** The same for the folder that a file lies in. */
export function syncFolderOf(fs: FileSystem, path: string): Promise<void> {
  return syncFolder(fs, dirname(path))
}

/** What is written; pieces are written as they come. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>

interface DurableWrite {
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
    if (name.startsWith(start) && name.endsWith('.tmp'))
      await unlessDiskRefuses(() => fs.rm(join(folder, name)))
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

/** Moves a damaged file to `corrupt/<time>-<name>` beside it. */
export async function setAside(path: string, fs: FileSystem): Promise<void> {
  const target = await quarantineName(path, fs)
  await fs.rename(path, target)
  await syncFolder(fs, dirname(target))
  await syncFolder(fs, dirname(path))
}

/** Keeps damaged bytes of a file in `corrupt/<time>-<name>`. */
export async function keepDamaged(path: string, bytes: Uint8Array, fs: FileSystem): Promise<void> {
  await writeFileDurably(await quarantineName(path, fs), bytes, { fs })
}

async function quarantineName(path: string, fs: FileSystem): Promise<string> {
  const folder = join(dirname(path), 'corrupt')
  await fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const time = new Date().toISOString().replaceAll(':', '-')
  // two within one millisecond must not replace each other
  return join(folder, `${time}-${randomUUID().slice(0, 4)}-${basename(path)}`)
}
