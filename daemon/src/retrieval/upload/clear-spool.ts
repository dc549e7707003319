import { join } from 'node:path'
import {
  diskFileSystem,
  type FileSystem,
  isSystemError,
} from '../../platform/storage/file-system.ts'
import { storageError } from '../../platform/storage/storage-error.ts'

/**
 * Removes what uploads have left behind that a crash has ended; for the start, before anything is
 * received. Throws `STORE_READONLY`.
 */
export async function clearSpool(
  spoolFolder: string,
  fs: FileSystem = diskFileSystem,
): Promise<void> {
  try {
    for (const name of await fs.readdir(spoolFolder)) {
      await fs.rm(join(spoolFolder, name), { recursive: true, force: true })
    }
  } catch (failure) {
    if (!isSystemError(failure, 'ENOENT')) throw storageError(failure)
  }
}
