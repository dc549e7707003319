import type {
  IndexedFile,
  IndexedFolder,
  SourceView,
  UploadedFile,
  UploadReply,
} from '@shortlist/contracts/retrieval'
import type { Source } from '@shortlist/contracts/source'
import { CallFailed } from '../call-failed.ts'
import type { FileToUpload, Folders } from '../folders.ts'
import type { CallGate } from './call-gate.ts'

/** A file as it arrives: its path begins with the name of its folder. */
interface ArrivedFile {
  readonly path: string
  readonly text: string
}

interface KeptFile extends IndexedFile {
  readonly text: string
}

/** Folders in memory: each file is one passage, an empty one is skipped. */
export class FakeFolders {
  /** Takes the place of the parts of an upload's answer that it has. */
  uploadReply: Partial<UploadReply> = {}
  /** Passages without a vector. */
  unembedded = 0
  readonly #kept = new Map<string, KeptFile>()
  #ids = 0
  #onSent: ((sent: number, total: number) => void) | undefined

  /** Takes files in as an upload does. */
  receive(arrived: readonly ArrivedFile[]): UploadReply {
    const files = arrived.map((file) => this.#take(file))
    const received = new Set(arrived.map(({ path }) => path))
    const roots = new Set(arrived.map(({ path }) => rootOf(path)))
    const missing = this.files().filter(
      ({ path }) => roots.has(rootOf(path)) && !received.has(path),
    )
    const indexed = files.filter(({ status }) => status !== 'skipped')
    return {
      message: 'Folder processed successfully',
      filesProcessed: indexed.length,
      totalFiles: files.length,
      totalChunks: indexed.length,
      files,
      folders: this.list().filter(({ name }) => roots.has(name)),
      missing,
      ...this.uploadReply,
    }
  }

  list(): IndexedFolder[] {
    const names = [...new Set(this.files().map(({ path }) => rootOf(path)))].sort()
    return names.map((name) => {
      const files = this.files().filter(({ path }) => rootOf(path) === name)
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
      const counts = { files: files.length, bytes, passages: files.length }
      return { id: name, name, ...counts, updatedAt: UPDATED_AT }
    })
  }

  files(): IndexedFile[] {
    return [...this.#kept.values()]
      .map(({ text: _, ...file }) => file)
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** Throws `CallFailed` 404 for a folder that is not there. */
  remove(folderId: string): void {
    const doomed = this.files().filter((file) => file.folderId === folderId)
    if (doomed.length === 0) throw new CallFailed(404, 'Folder not found')
    for (const { path } of doomed) this.#kept.delete(path)
  }

  removeFiles(fileIds: readonly string[]): void {
    const doomed = this.files().filter(({ id }) => fileIds.includes(id))
    for (const { path } of doomed) this.#kept.delete(path)
  }

  /** Three lines around the source; throws `CallFailed` 404 where the file has changed. */
  open(source: Source): SourceView {
    const file = [...this.#kept.values()].find(({ id }) => id === source.fileId)
    if (!file) throw new CallFailed(404, 'This file has changed since.')
    const lines = file.text.split('\n')
    const from = Math.max(1, source.firstLine - 3)
    const shown = lines.slice(from - 1, source.lastLine + 3)
    return { source, from, lines: shown, totalLines: lines.length }
  }

  /** Lets the running upload hear how much of it has left. */
  send(sent: number, total: number): void {
    this.#onSent?.(sent, total)
  }

  /** The calls of the port, each through `pass`. */
  calls(pass: CallGate['pass']): Folders {
    return {
      list: async () => {
        await pass('folders.list')
        return { folders: this.list(), unembedded: this.unembedded }
      },
      files: () => pass('folders.files').then(() => this.files()),
      upload: async (files, { onSent, signal } = {}) => {
        this.#onSent = onSent
        await unlessAborted(pass('folders.upload', files), signal)
        return this.receive(await Promise.all(files.map(arrive)))
      },
      delete: (folderId) => pass('folders.delete', folderId).then(() => this.remove(folderId)),
      deleteFiles: (ids) => pass('folders.deleteFiles', ids).then(() => this.removeFiles(ids)),
      open: (source, signal) =>
        unlessAborted(pass('folders.open', source), signal).then(() => this.open(source)),
    }
  }

  #take({ path, text }: ArrivedFile): UploadedFile {
    if (text === '') return { path, status: 'skipped', reason: 'The file is empty.' }
    if (this.#kept.get(path)?.text === text) return { path, status: 'unchanged', passages: 1 }
    this.#ids += 1
    const bytes = new TextEncoder().encode(text).length
    const file = { id: `file-${this.#ids}`, folderId: rootOf(path), path, bytes, passages: 1 }
    this.#kept.set(path, { ...file, text })
    return { path, status: 'indexed', passages: 1 }
  }
}

const UPDATED_AT = '2026-11-21T09:00:00.000Z'

const rootOf = (path: string): string => path.split('/', 1)[0] ?? ''

async function arrive({ path, file }: FileToUpload): Promise<ArrivedFile> {
  return { path, text: await file.text() }
}

async function unlessAborted(passing: Promise<void>, signal?: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  if (signal?.aborted) reject(signal.reason)
  signal?.addEventListener('abort', () => reject(signal.reason))
  await Promise.race([aborted, passing])
}
