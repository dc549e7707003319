import * as nodeFs from 'node:fs/promises'

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

/** For its owner alone. */
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** True for the system error of that name, for instance `ENOENT`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
