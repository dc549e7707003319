import { type Clock, realClock } from '../../platform/realtime/clock.ts'
import { startWorkerProcess } from '../../platform/threads/worker-process.ts'
import { WorkerThreads } from '../../platform/threads/worker-threads.ts'
import type { FileReader, FileReading, ReceivedFile } from '../ports.ts'

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
 * Reads files in processes of their own, each within 20 s and 448 MB. One starts with the first file
 * and ends after a minute without any; a second one helps where more wait than the first reads
 * meanwhile, but no two heavy files are read at the same time. Small files are read together; where
 * that fails one by one, each failure in a new process, and the file that is to blame is `failed`. A
 * reading rejects where no process can be started.
 */
export function createFileReader(settings: FileReaderSettings = {}): FileReader {
  return new ProcessReader(settings)
}

interface Waiting {
  readonly file: ReceivedFile
  readonly resolve: (reading: FileReading) => void
  readonly reject: (reason: unknown) => void
}

class ProcessReader implements FileReader {
  readonly #threads: WorkerThreads<readonly ReceivedFile[], readonly FileReading[]>
  readonly #clock: Clock
  readonly #waiting: Waiting[] = []
  #waitingBytes = 0
  #isHeavyRead = false
  readonly #working = new Set<Promise<void>>()
  #msPerByte = 0

  constructor({ milliseconds = 20_000, megabytes = 448, script, clock }: FileReaderSettings) {
    const worker = script ?? new URL('./file-worker.ts', import.meta.url)
    this.#clock = clock ?? realClock
    this.#threads = new WorkerThreads(
      () => startWorkerProcess({ milliseconds, megabytes }, worker),
      this.#clock,
    )
  }

  read(file: ReceivedFile): Promise<FileReading> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ file, resolve, reject })
      this.#waitingBytes += file.bytes
      this.#callForHelp()
    })
  }

  async close(): Promise<void> {
    await this.#threads.close()
    while (this.#working.size > 0) await Promise.all(this.#working)
  }

  #callForHelp(): void {
    const paying = this.#waitingBytes * this.#msPerByte > START_MS ? PROCESSES : 1
    if (this.#working.size >= paying || !this.#waiting.some((one) => this.#mayRead(one))) return
    const work = this.#readWaiting().finally(() => {
      this.#working.delete(work)
      this.#callForHelp()
    })
    this.#working.add(work)
  }

  async #readWaiting(): Promise<void> {
    // those that come in the same turn are read together
    await Promise.resolve()
    let together = this.#takeTogether()
    while (together.length > 0) {
      const isHeavyOne = together.some(isHeavy)
      if (isHeavyOne) this.#isHeavyRead = true
      try {
        await this.#readTogether(together)
      } catch (reason) {
        for (const { reject } of together) reject(reason)
      }
      if (isHeavyOne) this.#isHeavyRead = false
      this.#callForHelp()
      together = this.#takeTogether()
    }
  }

  /** None where all that wait are heavy while such a file is being read. */
  #takeTogether(): Waiting[] {
    const from = this.#waiting.findIndex((waiting) => this.#mayRead(waiting))
    if (from < 0) return []
    let bytes = 0
    const others = this.#waiting.slice(from, from + TOGETHER).findIndex((waiting, nth) => {
      bytes += waiting.file.bytes
      return nth > 0 && (isHeavy(waiting) || bytes > TOGETHER_BYTES)
    })
    const first = this.#waiting[from]
    const count = first && isHeavy(first) ? 1 : others < 0 ? TOGETHER : others
    const together = this.#waiting.splice(from, count)
    this.#waitingBytes -= bytesOf(together)
    return together
  }

  #mayRead(waiting: Waiting): boolean {
    return !this.#isHeavyRead || !isHeavy(waiting)
  }

  async #readTogether(together: readonly Waiting[]): Promise<void> {
    const begin = this.#clock.now()
    const files = together.map(({ file }) => file)
    const readings = together.length > 1 ? await this.#ask(files) : undefined
    for (const [at, { file, resolve }] of together.entries()) {
      resolve(readings?.[at] ?? (await this.#ask([file]))?.[0] ?? tooCostly)
    }
    this.#msPerByte = (this.#clock.now() - begin) / Math.max(1, bytesOf(together))
  }

  /** Undefined where the files are too costly, or end the process. */
  #ask(files: readonly ReceivedFile[]) {
    return this.#threads.use((thread) => thread.ask(files))
  }
}

/** Those whose reading may take hundreds of megabytes. */
function isHeavy({ file }: Waiting): boolean {
  return file.bytes > TOGETHER_BYTES || /\.(?:pdf|docx)$/i.test(file.path)
}

function bytesOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { file }) => sum + file.bytes, 0)
}
