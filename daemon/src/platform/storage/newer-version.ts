import { basename } from 'node:path'
import { AppError } from '../../errors.ts'

/** The refusal of a file whose schema version this program does not know yet. */
export function newerVersion(path: string): AppError {
  const reason = 'was written by a newer version of Shortlist and is left untouched'
  return new AppError('STORE_NEWER', `${basename(path)} ${reason}. Please update Shortlist.`)
}
