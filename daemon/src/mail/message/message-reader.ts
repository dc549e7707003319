import PQueue from 'p-queue'
import type { FetchedMail, ReadMessage } from '../ports.ts'
import { type MessageThread, type ReadLimits, startMessageThread } from './message-thread.ts'
import type { ReadRequest } from './message-worker.ts'
import { unreadable } from './unreadable.ts'

const limits: ReadLimits = { milliseconds: 5000, megabytes: 256 }
const workerScript = new URL('./message-worker.ts', import.meta.url)
const THREADS = 2

/** Reads mails outside the main thread. */
export interface MessageReader {
  /**
   * Never rejects because of the mail: where it cannot be read, `problem` says why and the rest is
   * what could be had. Rejects with an `AbortError` once the reader is closed.
   */
  read(mail: FetchedMail): Promise<ReadMessage>
  /** Ends the threads, whatever they are doing. */
  close(): Promise<void>
}

/**
 * Reads up to two mails at once, each within 5 s and 256 MB (security design, 12.2). The threads
 * start with the first mail; one that fails is replaced, and of its mail only the headers are read.
 */
export function createMessageReader(
  options: Partial<ReadLimits> = {},
  script = workerScript,
): MessageReader {
  const queue = new PQueue({ concurrency: THREADS })
  const threads = new Set<MessageThread>()
  const idle: MessageThread[] = []
  const closing = new AbortController()

  async function ask(request: ReadRequest): Promise<ReadMessage> {
    closing.signal.throwIfAborted()
    const thread = idle.pop() ?? (await startMessageThread({ ...limits, ...options }, script))
    threads.add(thread)
    try {
      closing.signal.throwIfAborted()
      const message = await thread.ask(request)
      idle.push(thread)
      return message
    } catch (failure) {
      threads.delete(thread)
      await thread.end()
      closing.signal.throwIfAborted()
      throw failure
    }
  }

  async function read(mail: FetchedMail): Promise<ReadMessage> {
    try {
      return await ask({ mail, problem: null })
    } catch {
      const problem =
        'This email takes too much time or memory to read; only its headers were read.'
      return await ask({ mail, problem }).catch(() => {
        closing.signal.throwIfAborted()
        return unreadable(problem)
      })
    }
  }

  return {
    read: (mail) => queue.add(() => read(mail)),
    async close() {
      closing.abort()
      await Promise.all([...threads].map((thread) => thread.end()))
      await queue.onIdle()
    },
  }
}
