// A thread that works as the real one does, until what it is asked says otherwise. What it does once
// it does not do again in the same room: a file there remembers.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { IndexRequest } from '../index-request.ts'
import { IndexRooms } from '../index-rooms.ts'

const rooms = new IndexRooms()

parentPort?.on('message', (request: IndexRequest) => {
  if (request.verb === 'find') fail(request.question, request.room)
  if (request.verb === 'continueSync' && existsSync(join(request.room, 'crash-in-sync'))) {
    fail('crash once', request.room)
  }
  parentPort?.postMessage(rooms.answer(request))
})
parentPort?.postMessage('ready')

function fail(how: string, room: string): void {
  if (how.endsWith('once')) {
    const mark = join(room, 'failed-once')
    if (existsSync(mark)) return
    writeFileSync(mark, '')
  }
  if (how.startsWith('crash')) throw new Error('the thread is told to fail')
  if (how.startsWith('exit')) process.exit(1)
  while (how.startsWith('hang')) Math.random()
}
