import type { FileToUpload } from '@shortlist/client/assistant-client'
import { UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { sizeReason } from '@shortlist/file-selection/file-size'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import type { FoundFile } from './found-file.ts'
import { isIgnoreFile } from './is-ignore-file.ts'
import type { Pause } from './pauses.ts'
import type { SkippedGroups } from './skipped-groups.ts'

interface OpenedFiles {
  /** In the order in which they are sent. */
  readonly files: readonly FileToUpload[]
  readonly bytes: number
  /** How many there are; of too many some may turn out to be of no use. */
  readonly count: number
  readonly isTooMany: boolean
}

/** Opens files whose names are worth it, those with rules first, until they are too many. */
export async function openFiles(
  found: readonly FoundFile[],
  skipped: SkippedGroups,
  pause: Pause,
): Promise<OpenedFiles> {
  const files: FileToUpload[] = []
  let bytes = 0
  let count = found.length
  for (const { path, open } of rulesFirst(found)) {
    await pause()
    const file = await opened(open)
    const reason = file ? sizeReason(path, file.size) : foldersCopy.unreadableFile
    if (file && reason === null) {
      files.push({ path, file })
      bytes += file.size
    } else {
      skipped.add('file', reason ?? foldersCopy.unreadableFile, path)
      count -= 1
    }
    if (files.length > UPLOAD_MAX_FILES) return { files, bytes, count, isTooMany: true }
  }
  return { files, bytes, count, isTooMany: false }
}

/** The daemon can apply the rules to whatever comes after them. */
function rulesFirst(found: readonly FoundFile[]): readonly FoundFile[] {
  return [...found.filter(isIgnoreFile), ...found.filter((file) => !isIgnoreFile(file))]
}

/** Null for a file that the browser may not read, or that has gone meanwhile. */
async function opened(open: FoundFile['open']): Promise<File | null> {
  try {
    return await open()
  } catch {
    return null
  }
}
