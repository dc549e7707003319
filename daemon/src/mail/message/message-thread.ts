import { Worker } from 'node:worker_threads'
import type { ReadMessage } from '../ports.ts'
import type { ReadRequest } from './message-worker.ts'

/** One thread that answers one request at a time. */
export interface MessageThread {
  /**
   * What the mails say, in their order. Rejects where they take too long or too much memory; the
   * thread is then of no use.
   */
  ask(request: ReadRequest): Promise<readonly ReadMessage[]>
  end(): Promise<void>
}

/** What one request may cost. */
export interface ReadLimits {
  readonly milliseconds: number
  readonly megabytes: number
}

const START_MS = 30_000

/** Starts the thread of `script`, which says that it is ready and then answers each request. */
export async function startMessageThread(
  { milliseconds, megabytes }: ReadLimits,
  script: URL,
): Promise<MessageThread> {
  // Neither the settings of the daemon nor its flags are any business of a mail.
  const worker = new Worker(script, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const thread: MessageThread = {
    ask({ mails, problem }) {
      // copies of their own go over as they are, without what lies beside them in memory
      const copies = mails.map((mail) => ({ ...mail, source: new Uint8Array(mail.source) }))
      const bytes = copies.map(({ source }) => source.buffer)
      worker.postMessage({ mails: copies, problem }, bytes)
      return nextMessage(worker, milliseconds)
    },
    async end() {
      await worker.terminate()
    },
  }
  try {
    await nextMessage(worker, START_MS)
    return thread
  } catch (failure) {
    await thread.end()
    throw failure
  }
}

/** The process stays alive for an answer, not for a thread that has nothing to do. */
function nextMessage(worker: Worker, milliseconds: number): Promise<readonly ReadMessage[]> {
  return new Promise<readonly ReadMessage[]>((resolve, reject) => {
    const timer = setTimeout(
      () => end(() => reject(new Error(`No answer within ${milliseconds} ms`))),
      milliseconds,
    )
    const heard = (messages: readonly ReadMessage[]) => end(() => resolve(messages))
    const failed = (error: unknown) => end(() => reject(error))
    const ended = () => end(() => reject(new Error('The thread has ended')))

    function end(settle: () => void): void {
      clearTimeout(timer)
      worker.off('message', heard).off('error', failed).off('exit', ended).unref()
      settle()
    }

    worker.on('message', heard).on('error', failed).on('exit', ended).ref()
  })
}
