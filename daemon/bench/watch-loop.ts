import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** The longest time for which nothing else could run in this thread, in milliseconds. */
export interface LoopBlocks {
  /** As the clock has it: other programs of the computer that were in the way count too. */
  readonly wall: number
  /** What this thread itself worked between two turns of a timer. */
  readonly cpu: number
}

/** The monitor needs a moment before it sees anything. */
const WARM_UP_MS = 50

/** Watches the event loop while `work` runs. */
export async function watchLoop(work: () => Promise<void>): Promise<LoopBlocks> {
  const watch = monitorEventLoopDelay({ resolution: 1 })
  watch.enable()
  await setTimeout(WARM_UP_MS)
  watch.reset()
  let cpu = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    cpu = Math.max(cpu, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, 1)
  try {
    await work()
  } finally {
    clearInterval(timer)
    watch.disable()
  }
  return { wall: watch.max / 1e6, cpu }
}
