import { folderSkipReason } from '@shortlist/file-selection/skip-reason'
import type { Found } from './found-file.ts'

/** The files of a file input, which lists also what lies in folders that nobody reads. */
export async function* foundInInput(files: ArrayLike<File>): AsyncGenerator<Found> {
  const folders = new Map<string, string | null>()

  function reasonOf(folder: string): string | null {
    const known = folders.get(folder)
    if (known !== undefined) return known
    const end = folder.lastIndexOf('/')
    const inherited = end === -1 ? null : reasonOf(folder.slice(0, end))
    const reason = inherited ?? folderSkipReason(folder.slice(end + 1), end === -1)
    folders.set(folder, reason)
    return reason
  }

  for (let at = 0; at < files.length; at++) {
    const file = files[at]
    if (!file) continue
    // a browser that knows no folders gives bare names
    const path = file.webkitRelativePath || file.name
    const end = path.lastIndexOf('/')
    const reason = end === -1 ? null : reasonOf(path.slice(0, end))
    yield reason === null ? { path, open: () => file } : { skipped: 'file', path, reason }
  }
}
