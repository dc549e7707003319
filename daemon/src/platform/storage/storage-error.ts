import { basename } from 'node:path'
import { AppError } from '../../errors.ts'
import { isSystemError } from './file-system.ts'

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

/** False where the work failed because the disk is full or takes nothing. */
export async function unlessDiskRefuses(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const known = storageError(error)
    if (known instanceof AppError && refusals.includes(known.code)) return false
    throw error
  }
}

const refusals: readonly string[] = ['STORE_FULL', 'STORE_READONLY']

/** The refusal of a file whose schema version this program does not know yet. */
export function newerVersion(path: string): AppError {
  const reason = 'was written by a newer version of Shortlist and is left untouched'
  return new AppError('STORE_NEWER', `${basename(path)} ${reason}. Please update Shortlist.`)
}
