import PQueue from 'p-queue'
import { type Clock, realClock } from '../../platform/realtime/clock.ts'
import type { FetchedMail, ReadMessage } from '../ports.ts'
import { type MessageThread, startMessageThread } from './message-thread.ts'
import { unreadable } from './unreadable.ts'

const THREADS = 2
const REST_MS = 60_000
const TOO_COSTLY = 'This email takes too much time or memory to read; only its headers were read.'

/** Reads mails outside the main thread. */
export interface MessageReader {
  /**
   * Never rejects because of the mail: where it cannot be read, `problem` says why and the rest is
   * what could be had. Rejects where no thread can be started, and with an `AbortError` once the
   * reader is closed.
   */
  read(mail: FetchedMail): Promise<ReadMessage>
  /** Ends the threads, whatever they are doing. */
  close(): Promise<void>
}

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
 * Reads up to two mails at once, each within 5 s and 256 MB (security design, 12.2). The threads
 * start with the first mail and end after a minute without any; one that fails is replaced, and of
 * its mail only the headers are read.
 */
export function createMessageReader(settings: MessageReaderSettings = {}): MessageReader {
  const { milliseconds = 5000, megabytes = 256, clock = realClock } = settings
  const { script = new URL('./message-worker.ts', import.meta.url) } = settings
  const queue = new PQueue({ concurrency: THREADS })
  const threads = new Set<MessageThread>()
  const idle: MessageThread[] = []
  const closing = new AbortController()
  let waited = 0
  let stayAwake = () => {}

  async function takeThread(): Promise<MessageThread> {
    closing.signal.throwIfAborted()
    const thread = idle.pop() ?? (await startMessageThread({ milliseconds, megabytes }, script))
    threads.add(thread)
    if (closing.signal.aborted) await drop(thread)
    closing.signal.throwIfAborted()
    return thread
  }

  async function drop(thread: MessageThread): Promise<void> {
    threads.delete(thread)
    await thread.end()
  }

  async function read(mail: FetchedMail): Promise<ReadMessage> {
    for (const problem of [null, TOO_COSTLY]) {
      const thread = await takeThread()
      try {
        const message = await thread.ask({ mail, problem })
        idle.push(thread)
        return message
      } catch {
        await drop(thread)
      }
    }
    closing.signal.throwIfAborted()
    return unreadable(TOO_COSTLY)
  }

  function rest(): void {
    if (waited > 0 || closing.signal.aborted) return
    stayAwake = clock.after(REST_MS, () => void Promise.all(idle.splice(0).map(drop)))
  }

  return {
    async read(mail) {
      stayAwake()
      waited++
      try {
        return await queue.add(() => read(mail))
      } finally {
        waited--
        rest()
      }
    },
    async close() {
      closing.abort()
      await Promise.all([...threads].map(drop))
      await queue.onIdle()
      stayAwake()
    },
  }
}
