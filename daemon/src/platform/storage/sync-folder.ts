import { dirname } from 'node:path'
import { type FileSystem, isSystemError } from './file-system.ts'

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
