import type { FileToUpload } from '@shortlist/client/assistant-client'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { ignoreFilesOf } from '@shortlist/file-selection/select-files'
import { sizeReason } from '@shortlist/file-selection/skip-reason'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { formatBytes } from '@shortlist/ui/format-bytes'
import {
  ANY_SIZE,
  type ChosenPaths,
  choosePaths,
  NAMED,
  type PathsMessage,
} from './choose-paths.ts'
import type { Choice, SkippedGroup } from './folder-upload.ts'
import type { Found, FoundFile } from './found-files.ts'

/** How often a screen is told how far it is, in milliseconds. */
const TELL_EVERY = 100

/** How many paths are handed over at once; more would be felt on the page. */
const AT_ONCE = 10_000

/** How long the page may be kept from its own work, in milliseconds. */
const SLICE = 10

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
  const { named, roots } = await collect(found, skipped, pause, onSeen)
  if (named.length === 0 && skipped.list().length === 0) return null

  const texts = await readIgnoreFiles(named, pause)
  const chosen = await choosePathsAside(
    named.map(({ path }) => path),
    texts,
    signal,
    pause,
  )
  for (const [reason, group] of chosen.leftOut) skipped.add(reason, group)
  const kept = [...chosen.kept].flatMap((place) => named[place] ?? [])
  const folders = [...(kept.length > 0 ? new Set(kept.map(rootOf)) : roots)]
  const opened = await openFiles(kept, skipped, pause)
  return { folders, ...opened, skipped: skipped.list() }
}

async function collect(
  found: AsyncIterable<Found>,
  skipped: SkippedGroups,
  pause: Pause,
  onSeen: (entries: number) => void,
): Promise<{ readonly named: readonly FoundFile[]; readonly roots: ReadonlySet<string> }> {
  const named: FoundFile[] = []
  const roots = new Set<string>()
  let seen = 0
  let toldAt = 0
  const tell = () => {
    if (performance.now() - toldAt < TELL_EVERY) return
    toldAt = performance.now()
    onSeen(seen)
  }
  for await (const each of found) {
    seen += 1
    roots.add(rootOf(each))
    if ('skipped' in each) skipped.add(each.reason, { folders: 1, paths: [each.path] })
    else named.push(each)
    await pause(tell)
  }
  return { named, roots }
}

/** The texts of the .gitignore files that count, by path. */
async function readIgnoreFiles(
  named: readonly FoundFile[],
  pause: Pause,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const candidates = named.filter(isIgnoreFile).map((file) => ({ ...file, bytes: ANY_SIZE }))
  for (const { path, open } of ignoreFilesOf(candidates)) {
    await pause()
    // one that cannot be read is opened again with the others, and counted there
    const file = await open().catch(() => null)
    if (!file || sizeReason(path, file.size) !== null) continue
    texts.set(path, await file.text().catch(() => ''))
  }
  return texts
}

/**
 * As `choosePaths`, beside the page: hundreds of thousands of paths take seconds, and rules are
 * patterns that somebody else may have written.
 */
async function choosePathsAside(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  signal: AbortSignal,
  pause: Pause,
): Promise<ChosenPaths> {
  if (typeof Worker === 'undefined') return choosePaths(paths, texts)
  const worker = new Worker(new URL('./choose-paths.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<ChosenPaths>()
  worker.onmessage = ({ data }: MessageEvent<ChosenPaths>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      await pause()
      worker.postMessage({ paths: paths.slice(at, at + AT_ONCE) } satisfies PathsMessage)
    }
    worker.postMessage({ paths: [], texts } satisfies PathsMessage)
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}

/** The name of the folder that a file is kept in; one without a folder comes to those of its kind. */
function rootOf(found: Found): string {
  const [root = '', ...rest] = found.path.split('/')
  return rest.length > 0 || 'skipped' in found ? root : foldersCopy.looseFiles
}

/** Opens files whose names are worth it, those with rules first, until they are too many. */
async function openFiles(
  found: readonly FoundFile[],
  skipped: SkippedGroups,
  pause: Pause,
): Promise<Pick<Choice, 'files' | 'bytes' | 'refusal'>> {
  const files: FileToUpload[] = []
  let bytes = 0
  // of too many some may turn out to be of no use
  let count = found.length
  for (const { path, open } of rulesFirst(found)) {
    await pause()
    const file = await open().catch(() => null)
    const reason = file ? sizeReason(path, file.size) : foldersCopy.unreadableFile
    if (file && reason === null) {
      files.push({ path, file })
      bytes += file.size
    } else {
      skipped.add(reason ?? foldersCopy.unreadableFile, { files: 1, paths: [path] })
      count -= 1
    }
    if (files.length > UPLOAD_MAX_FILES) {
      return { files: [], bytes, refusal: foldersCopy.tooMany(count) }
    }
  }
  if (bytes <= UPLOAD_MAX_BYTES) return { files, bytes, refusal: null }
  return { files: [], bytes, refusal: foldersCopy.tooMuch(formatBytes(bytes)) }
}

/** The daemon can apply the rules to whatever comes after them. */
function rulesFirst(found: readonly FoundFile[]): readonly FoundFile[] {
  return [...found.filter(isIgnoreFile), ...found.filter((file) => !isIgnoreFile(file))]
}

/** Whether a path is that of a .gitignore file. */
function isIgnoreFile({ path }: { readonly path: string }): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore')
}

/** Counts what is left out, by its reason, and knows the first paths of each. */
class SkippedGroups {
  readonly #groups = new Map<string, { files: number; folders: number; paths: string[] }>()

  /** Of the paths only the first are kept. */
  add(reason: string, left: { files?: number; folders?: number; paths: readonly string[] }): void {
    const group = this.#groups.get(reason) ?? { files: 0, folders: 0, paths: [] }
    this.#groups.set(reason, group)
    group.files += left.files ?? 0
    group.folders += left.folders ?? 0
    group.paths.push(...left.paths.slice(0, NAMED - group.paths.length))
  }

  /** The largest group first. */
  list(): readonly SkippedGroup[] {
    return [...this.#groups]
      .map(([reason, group]) => ({ reason, ...group }))
      .sort((a, b) => b.files + b.folders - (a.files + a.folders))
  }
}

/**
 * To be called between small steps: lets the page go on where a slice of time is used up, after
 * `before`, and throws the reason of an abort.
 */
type Pause = (before?: () => void) => Promise<void>

/** Pauses for one piece of work. */
function createPauses(signal: AbortSignal): Pause {
  let began = performance.now()

  return async (before) => {
    signal.throwIfAborted()
    if (performance.now() - began < SLICE) return
    before?.()
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    began = performance.now()
  }
}
