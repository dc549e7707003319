import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { keepCompiled } from '../../platform/keep-compiled.js'
import type { FetchedMail, ReadMessage } from '../ports.ts'
import { WholeBlob } from './whole-blob.ts'

/** What the thread is asked: whole mails or, after a failure, their headers with the reason. */
export interface ReadRequest {
  readonly mails: readonly FetchedMail[]
  readonly problem: string | null
}

// Of all that runs in this thread postal-mime alone makes Blobs.
Object.defineProperty(globalThis, 'Blob', { value: WholeBlob })

keepCompiled()
const { readHeadersOnly, readMessage } = await import('./read-message.ts')

parentPort?.on('message', async ({ mails, problem }: ReadRequest) => {
  const messages: ReadMessage[] = []
  for (const mail of mails) {
    messages.push(
      problem === null ? await readMessage(mail) : await readHeadersOnly(mail.source, problem),
    )
  }
  parentPort?.postMessage(messages)
})

// The time of a mail does not include the loading of the parsers.
parentPort?.postMessage('ready')
flushCompileCache()
