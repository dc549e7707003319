import { parentPort, threadId } from 'node:worker_threads'
import { unreadable } from '../../ports.ts'
import type { ReadRequest } from '../message-worker.ts'

/** Reads nothing; the text of each message is the number of the thread. */
parentPort?.on('message', ({ mails }: ReadRequest) => {
  parentPort?.postMessage(mails.map(() => ({ ...unreadable(''), text: String(threadId) })))
})

parentPort?.postMessage('ready')
