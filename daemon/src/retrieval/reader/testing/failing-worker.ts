import { basename } from 'node:path'
import { answerParent } from '../../../platform/threads/worker-threads.ts'
import type { FileReading, ReceivedFile } from '../../ports.ts'

/** Does what the name of a file tells it to; a record holds the process's id and the file's name. */
process.on('message', (files: readonly ReceivedFile[]) => {
  const readings = files.map(({ path }): FileReading => {
    misbehave(basename(path))
    return { status: 'read', record: Buffer.from(`${process.pid} ${path}`), passages: files.length }
  })
  answerParent(readings)
})

function misbehave(name: string): void {
  const hoard: (string[] | Buffer)[] = []
  if (name === 'exit') process.exit(1)
  if (name === 'throw') throw new Error('As told')
  while (name === 'hang') Math.random()
  const end = performance.now() + 400
  while (name.startsWith('slow') && performance.now() < end) Math.random()
  while (name === 'hoard') hoard.push(Array.from({ length: 10_000 }, String))
  while (name === 'buffer') hoard.push(Buffer.alloc(1_000_000, 1))
}

answerParent('ready')
