import { Worker } from 'node:worker_threads'

/** One thread that answers one request at a time. */
export interface WorkerThread<Request, Answer> {
  /**
   * What `transfer` holds goes over without a copy. Rejects where the answer takes too long or too
   * much memory, or the thread throws; it is then of no use.
   */
  ask(request: Request, transfer?: readonly ArrayBufferLike[]): Promise<Answer>
  end(): Promise<void>
}

/** What one request may cost. */
export interface ThreadLimits {
  readonly milliseconds: number
  readonly megabytes: number
}

const START_MS = 30_000

/** Starts the thread of `script`, which says that it is ready and then answers each request. */
export async function startWorkerThread<Request, Answer>(
  { milliseconds, megabytes }: ThreadLimits,
  script: URL,
): Promise<WorkerThread<Request, Answer>> {
  // Neither the settings of the daemon nor its flags are any business of what the thread reads.
  const worker = new Worker(script, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const thread: WorkerThread<Request, Answer> = {
    ask(request, transfer = []) {
      worker.postMessage(request, transfer.filter(isTransferable))
      return nextMessage<Answer>(worker, milliseconds)
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

function isTransferable(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return buffer instanceof ArrayBuffer
}

/** The process stays alive for an answer, not for a thread that has nothing to do. */
function nextMessage<Message>(worker: Worker, milliseconds: number): Promise<Message> {
  return new Promise<Message>((resolve, reject) => {
    const timer = setTimeout(
      () => end(() => reject(new Error(`No answer within ${milliseconds} ms`))),
      milliseconds,
    )
    const heard = (message: Message) => end(() => resolve(message))
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
