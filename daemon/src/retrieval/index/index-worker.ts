import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { keepCompiled } from '../../platform/keep-compiled.js'
import type { IndexRequest } from './index-request.ts'

keepCompiled()
const { IndexRooms } = await import('./index-rooms.ts')

const rooms = new IndexRooms()

parentPort?.on('message', (request: IndexRequest) => {
  parentPort?.postMessage(rooms.answer(request))
})

// The time of a request does not include the loading of what it needs.
parentPort?.postMessage('ready')
flushCompileCache()
