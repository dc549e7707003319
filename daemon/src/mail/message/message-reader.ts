import { type Clock, realClock } from '../../platform/clock.ts'
import { SharedWork } from '../../platform/threads/shared-work.ts'
import { startWorkerThread, WorkerThreads } from '../../platform/threads/worker-threads.ts'
import type { FetchedMail, ReadMessage } from '../ports.ts'
import type { ReadRequest } from './message-worker.ts'

const THREADS = 2

/** Mails that a thread is handed at once: one by one it costs more to hand them over than to read. */
const TOGETHER = 25

/** What it costs to start a thread, roughly. */
const START_MS = 250

const TOO_COSTLY = 'This email takes too much time or memory to read; only its headers were read.'

/** What differs in tests. */
export interface MessageReaderSettings {
  /** What one mail may cost. */
  readonly milliseconds?: number
  readonly megabytes?: number
  /** What the threads run. */
  readonly script?: URL
  readonly clock?: Clock
}

/**
 * Reads mails outside the main thread, each within 5 s and 256 MB (security design, 12.2). A thread
 * starts with the first mail and ends after a minute without any; a second one helps where more mails
 * wait than the first reads meanwhile. Mails are read together; where that fails one by one, each
 * failure in a new thread, and of the mail that is to blame only the headers are read.
 */
export class MessageReader {
  readonly #threads: WorkerThreads<ReadRequest, readonly ReadMessage[]>
  readonly #work: SharedWork<FetchedMail, ReadMessage>

  constructor({
    milliseconds = 5000,
    megabytes = 256,
    script = new URL('./message-worker.ts', import.meta.url),
    clock = realClock,
  }: MessageReaderSettings = {}) {
    this.#threads = new WorkerThreads(
      () => startWorkerThread({ milliseconds, megabytes }, script),
      clock,
    )
    this.#work = new SharedWork({
      clock,
      lanes: THREADS,
      startMs: START_MS,
      weigh: () => 1,
      share: () => ({ from: 0, count: TOGETHER }),
      work: (mails, give) => this.#readTogether(mails, give),
    })
  }

  /** Mails will come soon: starts a thread, unless there is one. */
  warmUp(): void {
    this.#threads.warmUp()
  }

  /**
   * Never rejects because of the mail: where it cannot be read, `problem` says why and the rest is
   * what could be had. Rejects where no thread can be started, and with an `AbortError` once the
   * reader is closed.
   */
  read(mail: FetchedMail): Promise<ReadMessage> {
    return this.#work.do(mail)
  }

  /** Ends the threads, whatever they are doing. */
  async close(): Promise<void> {
    await this.#threads.close()
    await this.#work.idle()
  }

  async #readTogether(
    mails: readonly FetchedMail[],
    give: (at: number, message: ReadMessage) => void,
  ): Promise<void> {
    const messages = mails.length > 1 ? await this.#ask(mails, null) : undefined
    for (const [at, mail] of mails.entries()) {
      give(at, messages?.[at] ?? (await this.#readAlone(mail)))
    }
  }

  async #readAlone(mail: FetchedMail): Promise<ReadMessage> {
    for (const problem of [null, TOO_COSTLY]) {
      const [message] = (await this.#ask([mail], problem)) ?? []
      if (message) return message
    }
    const { unreadable } = await import('./read-message.ts')
    return unreadable(TOO_COSTLY)
  }

  /** Undefined where the mails are too costly, or end the thread. */
  #ask(mails: readonly FetchedMail[], problem: string | null) {
    // copies of their own go over as they are, without what lies beside them in memory
    const copies = mails.map((mail) => ({ ...mail, source: new Uint8Array(mail.source) }))
    const bytes = copies.map(({ source }) => source.buffer)
    return this.#threads.use((thread) => thread.ask({ mails: copies, problem }, bytes))
  }
}
