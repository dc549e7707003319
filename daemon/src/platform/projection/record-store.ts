import { join } from 'node:path'
import { openFileLogs } from '../records/file-logs.ts'
import type { RecordKind } from '../records/record-log.ts'
import { diskFileSystem, type FileSystem } from '../storage/file-system.ts'
import { OpenFiles } from '../storage/open-files.ts'
import { IndexDatabase } from './index-database.ts'
import { ProjectedLogs, type Records } from './projected-logs.ts'

export interface RecordStoreOptions {
  /** The data folder, locked for this process. */
  readonly folder: string
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly fs?: FileSystem
}

/**
 * What a data folder keeps beside its documents: logs of records in `records/<projection>`, and all
 * that is found in them in `index.db`.
 */
export class RecordStore implements Records {
  readonly #options: RecordStoreOptions
  readonly #files: OpenFiles
  readonly #index: IndexDatabase
  readonly #opened: { settled(): Promise<boolean> }[] = []
  #closing: Promise<void> | undefined

  /** Throws where another process holds the index, and where none can be written. */
  constructor(options: RecordStoreOptions) {
    this.#options = options
    this.#files = new OpenFiles(options.fs ?? diskFileSystem)
    this.#index = new IndexDatabase(join(options.folder, 'index.db'))
  }

  async open<Row, Head>(kind: RecordKind<Row, Head>): Promise<ProjectedLogs<Row, Head>> {
    const { report } = this.#options
    const folder = join(this.#options.folder, 'records', kind.projection.name)
    const logs = await openFileLogs({ ...kind, folder, files: this.#files, report })
    const opened = new ProjectedLogs({ ...kind, logs, database: this.#index, report })
    this.#opened.push(opened)
    return opened
  }

  /** Waits for what is being read; nothing may be asked after it. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const settled = await Promise.all(this.#opened.map((each) => each.settled()))
    this.#index.close(settled.every(Boolean))
    await this.#files.closeAll()
  }
}
