import { isMainThread, Worker, workerData } from 'node:worker_threads'

/** Between two looks, in milliseconds; memory comes at about 2 MB in each. */
const LOOK_MS = 10

// Loaded before the script of a worker process, and then by the thread that watches it.
if (isMainThread) {
  const bytes = Number(process.argv[2]) * 1024 * 1024
  new Worker(new URL(import.meta.url), { execArgv: [], workerData: bytes }).unref()
  // Ctrl-C is for the daemon, which ends its processes itself
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit())
} else {
  const parent = process.ppid
  setInterval(() => {
    const isTooMuch = process.memoryUsage.rss() > workerData
    // whatever the script is doing: nobody waits for an orphan
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, LOOK_MS)
}
