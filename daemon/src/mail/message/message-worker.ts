import { parentPort } from 'node:worker_threads'
import type { FetchedMail } from '../ports.ts'
import { readHeadersOnly, readMessage } from './read-message.ts'

/** What the thread is asked: the whole mail, or, after a failure, its headers with the reason. */
export interface ReadRequest {
  readonly mail: FetchedMail
  readonly problem: string | null
}

parentPort?.on('message', async ({ mail, problem }: ReadRequest) => {
  const message =
    problem === null ? await readMessage(mail) : await readHeadersOnly(mail.source, problem)
  parentPort?.postMessage(message)
})

// The time of a mail does not include the loading of the parsers.
parentPort?.postMessage('ready')
