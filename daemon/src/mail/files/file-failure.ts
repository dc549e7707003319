import { AppError } from '../../errors.ts'

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'It does not exist.',
  ENOTDIR: 'It does not exist.',
  EACCES: 'Shortlist may not read it.',
  EPERM: 'Shortlist may not read it.',
  EIO: 'The disk reports a fault.',
}

/** A failure of the file system as `MAIL_FILE`, with a sentence that names file and cause. */
export function fileFailure(path: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = causes[code] ?? 'It could not be read.'
  return new AppError('MAIL_FILE', `Cannot read the mailbox ${path}: ${cause}`, { cause: error })
}

/** Whether the file is not there any more. */
export function hasGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
