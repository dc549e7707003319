import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { type FileSystem, FOLDER_MODE, syncFolder } from './file-system.ts'
import { writeFileDurably } from './write-file-durably.ts'

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
