import { safePath } from '@shortlist/file-selection/skip-reason'
import { FileRecord, recordLine } from './file-record.ts'
import { folderNameOf } from './folders/folder-rows.ts'
import type { FolderStore } from './folders/folder-store.ts'

interface FileImportParts {
  readonly userId: string
  readonly folders: Pick<FolderStore, 'change'>
}

const SHA256 = /^[0-9a-f]{64}$/

/** Files that are stored with one change of their folder, and about the characters of their texts. */
const FILES_AT_ONCE = 200
const CHARACTERS_AT_ONCE = 16 * 1024 * 1024

/**
 * Reads exported files into the folders of an account; one whose path is taken stays in the exported
 * file. What throws a `ZodError` is no record of ours.
 */
export class FileImport {
  readonly #parts: FileImportParts
  readonly #known: ReadonlyMap<string, unknown>
  readonly #files = new Map<string, string>()
  #waiting: FileRecord[] = []
  #characters = 0
  hasBrought = false

  /** `known`: the files that are here, by path. */
  constructor(parts: FileImportParts, known: ReadonlyMap<string, unknown>) {
    this.#parts = parts
    this.#known = known
  }

  look(file: unknown): void {
    const { path, sha256 } = parse(file)
    this.#files.set(path, sha256)
  }

  /** Hash and path of those that are not here; what an interrupted import has brought counts as missing. */
  missing(begun: readonly string[]) {
    const interrupted = new Set(begun)
    const names = [...this.#files].map(([path, sha256]) => nameOf(path, sha256))
    const isKnown = (name: string) => this.#known.has(pathIn(name)) && !interrupted.has(name)
    const files = names.filter((name) => !isKnown(name))
    return { files, known: names.length - files.length }
  }

  /** Takes a file in, where it is among these; it is stored once `end` has resolved. */
  async bring(file: unknown, wanted: ReadonlySet<string>): Promise<void> {
    const record = parse(file)
    const { path, sha256, text } = record
    if (!wanted.has(nameOf(path, sha256)) || this.#known.has(path)) return
    const [first] = this.#waiting
    const isFull = this.#waiting.length >= FILES_AT_ONCE || this.#characters > CHARACTERS_AT_ONCE
    if (first && (isFull || folderNameOf(first.path) !== folderNameOf(path))) await this.end()
    this.#waiting.push(record)
    this.#characters += text.length
  }

  async end(): Promise<void> {
    const [first] = this.#waiting
    if (!first) return
    const records = this.#waiting
    this.#waiting = []
    this.#characters = 0
    this.hasBrought = true
    await this.#parts.folders.change(
      this.#parts.userId,
      folderNameOf(first.path),
      async (change) => {
        for (const record of records) {
          const { path, sha256, bytes, passages } = record
          await change.put({ path, sha256, bytes, passages: passages.length }, recordLine(record))
        }
      },
    )
  }
}

/** Which of these files are the ones that an import has brought under their paths. */
export function broughtFiles(
  files: ReadonlyMap<string, { readonly id: string; readonly sha256: string }>,
  brought: readonly string[],
): string[] {
  return brought.flatMap((name) => {
    const file = files.get(pathIn(name))
    return file && nameOf(pathIn(name), file.sha256) === name ? file.id : []
  })
}

/** A hash has no space, and a path may have one. */
const nameOf = (path: string, sha256: string) => `${sha256} ${path}`
const pathIn = (name: string) => name.slice(name.indexOf(' ') + 1)

function parse(file: unknown): FileRecord {
  return FileRecord.refine(({ path, sha256 }) => {
    const safe = safePath(path)
    return 'path' in safe && safe.path === path && SHA256.test(sha256)
  }).parse(file)
}
