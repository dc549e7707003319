import { readFile } from 'node:fs/promises'
import type {
  IndexedFile,
  IndexedFolder,
  UploadedFile,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import { ignoreFilesOf, skipReasons } from '@shortlist/file-selection/select-files'
import { AppError } from '../../errors.ts'
import { atOnce } from '../../platform/at-once.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { startWorkerThread, type ThreadLimits } from '../../platform/threads/worker-threads.ts'
import type { FolderChange } from '../folders/account-folders.ts'
import { folderNameOf } from '../folders/folder-rows.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import type { ReceivedFile, ReceivedUpload, UploadBody } from '../ports.ts'
import type { FileReader } from '../reader/file-reader.ts'
import { receiveUpload } from './receive-upload.ts'
import type { SelectAnswer, SelectRequest } from './select-worker.ts'

/** Files that are read and stored at the same time. */
const AT_ONCE = 4

/** How many steps of progress are told at most. */
const STEPS = 100

interface ProcessParts {
  readonly folders: Pick<FolderStore, 'change' | 'files'>
  readonly reader: Pick<FileReader, 'read'>
  readonly realtime: Pick<Realtime, 'publish'>
  readonly spoolFolder: string
}

/**
 * Takes the files of an upload into their folders; the reply tells each one's fate, and nothing that
 * happens to one file keeps another out. When it resolves the files are on disk. Throws as
 * `Retrieval.upload`.
 */
export async function processFolder(
  ports: ProcessParts,
  userId: string,
  body: UploadBody,
): Promise<UploadReply> {
  const upload = await receiveUpload(body, ports.spoolFolder)
  try {
    if (upload.userId === undefined) throw new AppError('VALIDATION', 'userId is required')
    if (upload.userId !== userId) throw new AppError('FORBIDDEN_USER', 'Forbidden')
    if (upload.total === 0) throw new AppError('VALIDATION', 'No files provided')

    const { kept, refused } = await selectReceived(upload)
    const tell = progress(ports, userId, kept.length)
    const fates: UploadedFile[] = [...refused]
    const changed: IndexedFolder[] = []
    for (const [name, files] of Map.groupBy(kept, ({ path }) => folderNameOf(path))) {
      const folder = await takeFolder(ports, userId, name, files, (fate) => {
        fates.push(fate)
        tell()
      })
      if (folder) changed.push(folder)
    }
    const missing = await missingFrom(ports, userId, fates, changed)
    return { ...reply(upload.total, fates), folders: changed, missing }
  } finally {
    await upload.dispose()
  }
}

/** What the rules of one upload may cost; ordinary ones take milliseconds. */
const limits: ThreadLimits = { milliseconds: 10_000, megabytes: 256 }

/**
 * Which of the received files are read, with the rules of the .gitignore files among them; what was
 * refused while it arrived stays refused. Rules are
 * patterns from a stranger, so they are tried outside the main thread. Throws `VALIDATION` where
 * they take too long.
 */
export async function selectReceived(
  { files, refused }: Pick<ReceivedUpload, 'files' | 'refused'>,
  allowed: ThreadLimits = limits,
): Promise<Pick<ReceivedUpload, 'refused'> & { readonly kept: readonly ReceivedFile[] }> {
  const candidates = files.map(({ path, bytes }) => ({ path, bytes }))
  const rules: [string, string][] = []
  for (const { path, spool } of ignoreFilesOf(files))
    rules.push([path, await readFile(spool, 'utf8')])
  const skipped =
    rules.length > 0
      ? await selectInThread({ candidates, rules }, allowed)
      : skipReasons(candidates, new Map())
  return {
    kept: files.filter(({ path }) => !skipped.has(path)),
    refused: [
      ...refused,
      ...[...skipped].map(([path, reason]) => ({ path, status: 'skipped' as const, reason })),
    ],
  }
}

async function selectInThread(
  request: SelectRequest,
  allowed: ThreadLimits,
): Promise<SelectAnswer> {
  const script = new URL('./select-worker.ts', import.meta.url)
  const thread = await startWorkerThread<SelectRequest, SelectAnswer>(allowed, script)
  try {
    return await thread.ask(request)
  } catch (cause) {
    throw new AppError('VALIDATION', 'The .gitignore files of the folder take too long to apply.', {
      cause,
    })
  } finally {
    await thread.end()
  }
}

/** Undefined where the folder cannot be kept under its name, which fails its files and no others. */
async function takeFolder(
  ports: ProcessParts,
  userId: string,
  name: string,
  files: readonly ReceivedFile[],
  tell: (fate: UploadedFile) => void,
): Promise<IndexedFolder | undefined> {
  try {
    return await ports.folders.change(userId, name, (change) =>
      atOnce(files, AT_ONCE, async (file) => tell(await takeIn(ports, change, file))),
    )
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.code !== 'VALIDATION') throw failure
    for (const { path } of files) tell({ path, status: 'failed', reason: failure.message })
    return undefined
  }
}

async function takeIn(
  { reader }: ProcessParts,
  change: FolderChange,
  file: ReceivedFile,
): Promise<UploadedFile> {
  const { path, sha256, bytes } = file
  const known = await change.at(path)
  if (known?.sha256 === sha256) return { path, status: 'unchanged', passages: known.passages }

  const reading = await reader.read(file)
  if (reading.status !== 'read') return { path, ...reading }
  const { record, passages } = reading
  try {
    await change.put({ path, sha256, bytes, passages }, record)
  } catch (failure) {
    // the account is full for this file; a smaller one may still fit
    if (!(failure instanceof AppError) || failure.code !== 'TOO_LARGE') throw failure
    return { path, status: 'failed', reason: failure.message }
  }
  return { path, status: 'indexed', passages }
}

function progress({ realtime }: ProcessParts, userId: string, total: number): () => void {
  const step = Math.max(1, Math.floor(total / STEPS))
  let done = 0
  return () => {
    done += 1
    if (done % step === 0 || done === total) {
      realtime.publish(userId, 'folder-progress', { done, total })
    }
  }
}

function reply(
  totalFiles: number,
  fates: readonly UploadedFile[],
): Omit<UploadReply, 'folders' | 'missing'> {
  const files = fates.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const inIndex = files.filter(({ status }) => status === 'indexed' || status === 'unchanged')
  const filesProcessed = inIndex.length
  const totalChunks = inIndex.reduce((sum, { passages = 0 }) => sum + passages, 0)
  return {
    message: `Successfully processed ${filesProcessed} out of ${totalFiles} files into ${totalChunks} chunks`,
    filesProcessed,
    totalFiles,
    totalChunks,
    files,
  }
}

/** What the folders hold and the upload no longer brings, or not as something that can be read. */
async function missingFrom(
  { folders }: ProcessParts,
  userId: string,
  fates: readonly UploadedFile[],
  changed: readonly IndexedFolder[],
): Promise<IndexedFile[]> {
  const brought = new Set(
    fates.filter(({ status }) => status !== 'skipped').map(({ path }) => path),
  )
  const missing: IndexedFile[] = []
  for (const { id } of changed) {
    const files = await folders.files(userId, id)
    missing.push(...files.filter(({ path }) => !brought.has(path)))
  }
  return missing
}
