import { parentPort, threadId } from 'node:worker_threads'
import type { ReadRequest } from '../message-worker.ts'
import { unreadable } from '../read-message.ts'

/** Reads nothing; the text of each message is the number of the thread. */
parentPort?.on('message', ({ mails }: ReadRequest) => {
  parentPort?.postMessage(mails.map(() => ({ ...unreadable(''), text: String(threadId) })))
})

parentPort?.postMessage('ready')
