import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { keepCompiled } from '../../platform/keep-compiled.js'
import type { CloseRequest, IndexRequest } from './account-indexes.ts'

keepCompiled()
const { AccountIndexes } = await import('./account-indexes.ts')

const indexes = new AccountIndexes()

parentPort?.on('message', (request: IndexRequest | CloseRequest) => {
  parentPort?.postMessage(indexes.answer(request))
})

// The time of a request does not include the loading of what it needs.
parentPort?.postMessage('ready')
flushCompileCache()
