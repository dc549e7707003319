import { type Clock, realClock } from '../../platform/clock.ts'
import { type Share, SharedWork } from '../../platform/threads/shared-work.ts'
import { startWorkerProcess, WorkerThreads } from '../../platform/threads/worker-threads.ts'
import type { FileReading, ReceivedFile } from '../ports.ts'

const PROCESSES = 2

/** What a process is handed at once: many small files, or one that is heavy, in bytes. */
const TOGETHER = 16
const TOGETHER_BYTES = 256 * 1024

/** What it costs to start a process, roughly. */
const START_MS = 250

const tooCostly: FileReading = {
  status: 'failed',
  reason: 'This file takes too much time or memory to read.',
}

/** What differs in tests. */
export interface FileReaderSettings {
  /** What one file may cost. */
  readonly milliseconds?: number
  readonly megabytes?: number
  /** What the processes run. */
  readonly script?: URL
  readonly clock?: Clock
}

/**
 * Reads files in processes of their own, each within 20 s and 416 MB. One starts with the first file
 * and ends after a minute without any; a second one helps where more wait than the first reads
 * meanwhile, but no two heavy files are read at the same time. Small files are read together; where
 * that fails one by one, each failure in a new process, and the file that is to blame is `failed`. A
 * reading rejects where no process can be started.
 */
export class FileReader {
  readonly #processes: WorkerThreads<readonly ReceivedFile[], readonly FileReading[]>
  readonly #work: SharedWork<ReceivedFile, FileReading>
  #isHeavyRead = false

  constructor({ milliseconds = 20_000, megabytes = 416, script, clock }: FileReaderSettings = {}) {
    const worker = script ?? new URL('./file-worker.ts', import.meta.url)
    this.#processes = new WorkerThreads(
      () => startWorkerProcess({ milliseconds, megabytes }, worker),
      clock ?? realClock,
    )
    this.#work = new SharedWork({
      clock: clock ?? realClock,
      lanes: PROCESSES,
      startMs: START_MS,
      weigh: ({ bytes }) => bytes,
      share: (waiting) => this.#share(waiting),
      work: (files, give) => this.#readTogether(files, give),
    })
  }

  /** Never rejects because of the file; rejects once the reader is closed. */
  read(file: ReceivedFile): Promise<FileReading> {
    return this.#work.do(file)
  }

  async close(): Promise<void> {
    await this.#processes.close()
    await this.#work.idle()
  }

  /** None where all that wait are heavy while such a file is being read. */
  #share(waiting: readonly ReceivedFile[]): Share {
    const from = waiting.findIndex((file) => !this.#isHeavyRead || !isHeavy(file))
    const first = waiting[from]
    if (!first) return { from: 0, count: 0 }
    if (isHeavy(first)) return { from, count: 1 }
    let bytes = 0
    const count = waiting.slice(from, from + TOGETHER).findIndex((file, nth) => {
      bytes += file.bytes
      return nth > 0 && (isHeavy(file) || bytes > TOGETHER_BYTES)
    })
    return { from, count: count < 0 ? TOGETHER : count }
  }

  async #readTogether(
    files: readonly ReceivedFile[],
    give: (at: number, reading: FileReading) => void,
  ): Promise<void> {
    const isHeavyOne = files.some(isHeavy)
    if (isHeavyOne) this.#isHeavyRead = true
    try {
      const readings = files.length > 1 ? await this.#ask(files) : undefined
      for (const [at, file] of files.entries()) {
        give(at, readings?.[at] ?? (await this.#ask([file]))?.[0] ?? tooCostly)
      }
    } finally {
      if (isHeavyOne) this.#isHeavyRead = false
    }
  }

  /** Undefined where the files are too costly, or end the process. */
  #ask(files: readonly ReceivedFile[]) {
    return this.#processes.use((reading) => reading.ask(files))
  }
}

/** Those whose reading may take hundreds of megabytes. */
function isHeavy({ bytes, path }: ReceivedFile): boolean {
  return bytes > TOGETHER_BYTES || /\.(?:pdf|docx)$/i.test(path)
}
