import { parentPort } from 'node:worker_threads'
import { textOf } from '../text-of.ts'

/** What the thread is asked; it answers with a `FileText`. */
export interface TextRequest {
  readonly path: string
  readonly bytes: Uint8Array
}

parentPort?.on('message', async ({ path, bytes }: TextRequest) => {
  parentPort?.postMessage(await textOf(path, bytes))
})
parentPort?.postMessage('ready')
