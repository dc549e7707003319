import { basename } from 'node:path'
import { parentPort, threadId } from 'node:worker_threads'
import type { FileReading, ReceivedFile } from '../../ports.ts'

/** Does what the name of a file tells it to; a record holds the thread's id and the file's name. */
parentPort?.on('message', (files: readonly ReceivedFile[]) => {
  const readings = files.map(({ path }): FileReading => {
    misbehave(basename(path))
    return { status: 'read', record: Buffer.from(`${threadId} ${path}`), passages: files.length }
  })
  parentPort?.postMessage(readings)
})

function misbehave(name: string): void {
  const hoard: string[][] = []
  if (name === 'exit') process.exit(1)
  if (name === 'throw') throw new Error('As told')
  while (name === 'hang') Math.random()
  while (name === 'hoard') hoard.push(Array.from({ length: 10_000 }, String))
}

parentPort?.postMessage('ready')
