import { type Clock, realClock } from '../../platform/realtime/clock.ts'
import { startWorkerThread } from '../../platform/threads/worker-thread.ts'
import { WorkerThreads } from '../../platform/threads/worker-threads.ts'
import type { FileReader, FileReading, ReceivedFile } from '../ports.ts'

const THREADS = 2

/** What a thread is handed at once: many small files, or one that is large, in bytes. */
const TOGETHER = 16
const TOGETHER_BYTES = 256 * 1024

/** What it costs to start a thread, roughly. */
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
  /** What the threads run. */
  readonly script?: URL
  readonly clock?: Clock
}

/**
 * Reads files, each within 20 s and 384 MB. A thread starts with the first file and ends after a
 * minute without any; a second one helps where more wait than the first reads meanwhile. Small files
 * are read together; where that fails one by one, each failure in a new thread, and the file that is
 * to blame is `failed`. A reading rejects where no thread can be started.
 */
export function createFileReader(settings: FileReaderSettings = {}): FileReader {
  return new ThreadedReader(settings)
}

interface Waiting {
  readonly file: ReceivedFile
  readonly resolve: (reading: FileReading) => void
  readonly reject: (reason: unknown) => void
}

class ThreadedReader implements FileReader {
  readonly #threads: WorkerThreads<readonly ReceivedFile[], readonly FileReading[]>
  readonly #clock: Clock
  readonly #waiting: Waiting[] = []
  #waitingBytes = 0
  readonly #working = new Set<Promise<void>>()
  #msPerByte = 0

  constructor({ milliseconds = 20_000, megabytes = 384, script, clock }: FileReaderSettings) {
    const worker = script ?? new URL('./file-worker.ts', import.meta.url)
    this.#clock = clock ?? realClock
    this.#threads = new WorkerThreads(
      () => startWorkerThread({ milliseconds, megabytes }, worker),
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
    const paying = this.#waitingBytes * this.#msPerByte > START_MS ? THREADS : 1
    if (this.#waiting.length === 0 || this.#working.size >= paying) return
    const work = this.#readWaiting().finally(() => {
      this.#working.delete(work)
      this.#callForHelp()
    })
    this.#working.add(work)
  }

  async #readWaiting(): Promise<void> {
    // those that come in the same turn are read together
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const together = this.#takeTogether()
      try {
        await this.#readTogether(together)
      } catch (reason) {
        for (const { reject } of together) reject(reason)
      }
      this.#callForHelp()
    }
  }

  #takeTogether(): Waiting[] {
    let bytes = 0
    const past = this.#waiting.findIndex(({ file }, nth) => {
      bytes += file.bytes
      return nth > 0 && (nth >= TOGETHER || bytes > TOGETHER_BYTES)
    })
    const together = this.#waiting.splice(0, past < 0 ? this.#waiting.length : past)
    this.#waitingBytes -= bytesOf(together)
    return together
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

  /** Undefined where the files are too costly, or end the thread. */
  #ask(files: readonly ReceivedFile[]) {
    return this.#threads.use((thread) => thread.ask(files))
  }
}

function bytesOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { file }) => sum + file.bytes, 0)
}
