import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  nextMessage,
  START_MS,
  type Talking,
  type ThreadLimits,
  type WorkerThread,
} from './worker-threads.ts'

const MEGABYTE = 1024 * 1024

/**
 * Like `startWorkerThread`, as a process of its own, which answers with `answerParent`. What it
 * holds is limited with all its buffers, and goes back to the system when it ends.
 */
export async function startWorkerProcess<Request, Answer>(
  { milliseconds, megabytes }: ThreadLimits,
  script: URL,
): Promise<WorkerThread<Request, Answer>> {
  const limit = new URL('./limit-process.ts', import.meta.url)
  // Neither the settings of the daemon nor its flags are any business of what the process reads.
  const child = fork(fileURLToPath(script), [String(megabytes)], {
    env: {},
    // the heap's own limit comes second: reaching it aborts, which leaves a core
    execArgv: [`--import=${limit.href}`, `--max-old-space-size=${2 * megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit')
  const talking = talkingOf(child)
  let isSpent = false
  const worker: WorkerThread<Request, Answer> = {
    get isSpent() {
      return isSpent
    },
    async ask(request) {
      if (!child.connected) throw new Error('The process has ended')
      // one that ends just now says so by its exit
      child.send(request as object, () => {})
      const { answer, held } = await nextMessage<ProcessAnswer<Answer>>(talking, milliseconds)
      isSpent = held > (megabytes * MEGABYTE) / 2
      return answer
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      child.kill('SIGKILL')
      await exited
    },
  }
  try {
    await nextMessage(talking, START_MS)
    return worker
  } catch (cause) {
    await worker.end()
    throw new Error(`${script.href} does not start`, { cause })
  }
}

/** The channel is an anchor of its own. */
function talkingOf(child: ChildProcess): Talking {
  return {
    events: child,
    stayFor(isAwaited) {
      for (const anchor of [child, child.channel]) isAwaited ? anchor?.ref() : anchor?.unref()
    },
  }
}

/** What a worker process says, and how much it holds then, in bytes. */
interface ProcessAnswer<Answer> {
  readonly answer: Answer
  readonly held: number
}

/** Tells the daemon from a worker process. */
export function answerParent<Answer>(answer: Answer): void {
  const message: ProcessAnswer<Answer> = { answer, held: process.memoryUsage.rss() }
  process.send?.(message)
}
