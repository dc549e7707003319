import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startWorkerThread } from './worker-threads.ts'

const script = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', () => {
    const end = Date.now() + 200
    while (Date.now() < end);
    throw new Error('too late')
  })
  parentPort.postMessage('ready')
`

it('is no failure of the daemon when a thread fails after its time was up', async () => {
  const uncaught = vi.fn()
  process.on('uncaughtException', uncaught)
  onTestFinished(() => void process.off('uncaughtException', uncaught))
  const created = once(process, 'worker')
  const source = new URL(`data:text/javascript,${encodeURIComponent(script)}`)
  const thread = await startWorkerThread({ milliseconds: 20, megabytes: 64 }, source)
  const [worker] = (await created) as [Worker]
  const gone = new Promise((resolve) => worker.once('exit', resolve))

  await expect(thread.ask('question')).rejects.toThrow('No answer within 20 ms')
  await gone
  await thread.end()

  expect(uncaught).not.toHaveBeenCalled()
})
