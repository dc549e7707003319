import { readFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { keepCompiled } from '../../platform/keep-compiled.js'
import { answerParent } from '../../platform/threads/worker-threads.ts'
import type { FileRecord } from '../file-record.ts'
import type { FileReading, ReceivedFile } from '../ports.ts'

keepCompiled()
const [{ recordLine }, { cutPassages }, { textOf }] = await Promise.all([
  import('../file-record.ts'),
  import('../passages/cut-passages.ts'),
  import('../text/text-of.ts'),
])

process.on('message', async (files: readonly ReceivedFile[]) => {
  const readings: FileReading[] = []
  for (const file of files) readings.push(await read(file))
  answerParent(readings)
})

// The time of a file does not include the loading of the parsers.
answerParent('ready')
flushCompileCache()

/** A file's record, or why there is none. */
async function read({ path, bytes, sha256, spool }: ReceivedFile): Promise<FileReading> {
  const content = await readFile(spool).catch(() => undefined)
  if (!content) return { status: 'failed', reason: 'This file could not be read from the disk.' }
  const found = await textOf(path, content)
  if (found.status !== 'text') return found
  const passages = cutPassages(path, found)
  if (passages.length === 0) return { status: 'skipped', reason: 'The file has no text.' }
  const record: FileRecord = { v: 1, path, bytes, sha256, text: found.text, passages }
  return { status: 'read', record: recordLine(record), passages: passages.length }
}
