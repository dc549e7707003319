import { parentPort, threadId } from 'node:worker_threads'
import { unreadable } from '../unreadable.ts'

/** Reads nothing; the text of each message is the number of the thread. */
parentPort?.on('message', () => {
  parentPort?.postMessage({ ...unreadable(''), text: String(threadId) })
})

parentPort?.postMessage('ready')
