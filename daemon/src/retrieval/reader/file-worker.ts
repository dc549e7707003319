import { flushCompileCache } from 'node:module'
import { keepCompiled } from '../../platform/keep-compiled.js'
import { answerParent } from '../../platform/threads/answer-parent.ts'
import type { FileReading, ReceivedFile } from '../ports.ts'

keepCompiled()
const { readSpooled } = await import('./read-spooled.ts')

process.on('message', async (files: readonly ReceivedFile[]) => {
  const readings: FileReading[] = []
  for (const file of files) readings.push(await readSpooled(file))
  answerParent(readings)
})

// The time of a file does not include the loading of the parsers.
answerParent('ready')
flushCompileCache()
