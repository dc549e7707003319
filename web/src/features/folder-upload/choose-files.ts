import { UPLOAD_MAX_BYTES } from '@shortlist/contracts/limits'
import { sizeReason } from '@shortlist/file-selection/file-size'
import { ignoreFilesOf, selectFiles } from '@shortlist/file-selection/select-files'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { formatBytes } from '@shortlist/ui/format-bytes'
import type { Found, FoundFile } from './found-file.ts'
import { openFiles } from './open-files.ts'
import { createPauses, type Pause } from './pauses.ts'
import { SkippedGroups } from './skipped-groups.ts'
import type { Choice } from './upload-state.ts'

/** A file of which only the name is known so far. */
interface Named extends FoundFile {
  readonly bytes: number
}

/** A size that speaks neither for nor against a file. */
const ANY_SIZE = 1

/**
 * Chooses what of the found files is worth an upload, by the daemon's own rules; null where there
 * is nothing at all. Works in slices, and opens nothing that its name or a .gitignore file keeps
 * out. `onSeen` hears how many entries have been met.
 */
export async function chooseFiles(
  found: AsyncIterable<Found>,
  signal: AbortSignal,
  onSeen: (entries: number) => void,
): Promise<Choice | null> {
  const pause = createPauses(signal)
  const skipped = new SkippedGroups()
  const named = await collect(found, skipped, pause, onSeen)
  if (named.length === 0 && skipped.isEmpty) return null

  const { kept, reasons } = selectFiles(named, await readIgnoreFiles(named, pause))
  for (const [reason, count] of reasons) skipped.add('file', reason, count)
  const opened = await openFiles(kept, skipped, pause)
  const refusal = refusalOf(opened)
  return {
    folders: [...new Set(kept.map(({ path }) => path.split('/', 1)[0] ?? ''))],
    files: refusal === null ? opened.files : [],
    bytes: opened.bytes,
    skipped: skipped.list(),
    refusal,
  }
}

async function collect(
  found: AsyncIterable<Found>,
  skipped: SkippedGroups,
  pause: Pause,
  onSeen: (entries: number) => void,
): Promise<readonly Named[]> {
  const named: Named[] = []
  let seen = 0
  for await (const each of found) {
    seen += 1
    if ('skipped' in each) skipped.add(each.skipped, each.reason)
    else named.push({ ...each, bytes: ANY_SIZE })
    await pause(() => onSeen(seen))
  }
  return named
}

/** The texts of the .gitignore files that count, by path. */
async function readIgnoreFiles(
  named: readonly Named[],
  pause: Pause,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { path, open } of ignoreFilesOf(named)) {
    await pause()
    try {
      const file = await open()
      if (sizeReason(path, file.size) === null) texts.set(path, await file.text())
    } catch {
      // it is opened again with the others, and counted there as one that cannot be read
    }
  }
  return texts
}

function refusalOf({ count, bytes, isTooMany }: Awaited<ReturnType<typeof openFiles>>) {
  if (isTooMany) return foldersCopy.tooMany(count)
  return bytes > UPLOAD_MAX_BYTES ? foldersCopy.tooMuch(formatBytes(bytes)) : null
}
