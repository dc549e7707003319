// A thread that works as the real one does, until what it is asked says otherwise. What it does once
// it does not do again in the same home: a file there remembers.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { CloseRequest, IndexRequest } from '../account-indexes.ts'
import { AccountIndexes } from '../account-indexes.ts'

const homes = new AccountIndexes()

parentPort?.on('message', (request: IndexRequest | CloseRequest) => {
  if (request.verb === 'find') fail(String(request.given[0]), request.home)
  if (request.verb === 'continueSync' && existsSync(join(request.home, 'crash-in-sync'))) {
    fail('crash once', request.home)
  }
  parentPort?.postMessage(homes.answer(request))
})
parentPort?.postMessage('ready')

function fail(how: string, home: string): void {
  if (how.endsWith('once')) {
    const mark = join(home, 'failed-once')
    if (existsSync(mark)) return
    writeFileSync(mark, '')
  }
  if (how.startsWith('crash')) throw new Error('the thread is told to fail')
  if (how.startsWith('exit')) process.exit(1)
  while (how.startsWith('hang')) Math.random()
}
