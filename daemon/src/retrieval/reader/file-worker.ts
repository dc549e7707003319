import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { keepCompiled } from '../../platform/keep-compiled.js'
import type { FileReading, ReceivedFile } from '../ports.ts'

keepCompiled()
const { readSpooled } = await import('./read-spooled.ts')

parentPort?.on('message', async (files: readonly ReceivedFile[]) => {
  const readings: FileReading[] = []
  for (const file of files) readings.push(await readSpooled(file))
  const bytes = readings.flatMap((reading) =>
    reading.status === 'read' ? [reading.record.buffer] : [],
  )
  parentPort?.postMessage(
    readings,
    bytes.filter((buffer) => buffer instanceof ArrayBuffer),
  )
})

// The time of a file does not include the loading of the parsers.
parentPort?.postMessage('ready')
flushCompileCache()
