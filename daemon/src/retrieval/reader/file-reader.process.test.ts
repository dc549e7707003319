import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { describeReaderContract } from '../../../test/reader-contract.ts'
import { type FileRecord, recordIn } from '../file-record.ts'
import { cutPassages } from '../passages/cut-passages.ts'
import type { FileReading, ReceivedFile } from '../ports.ts'
import { FileReader, type FileReaderSettings } from './file-reader.ts'

/** A worker that does what a file's name says. */
const failing = new URL('./testing/failing-worker.ts', import.meta.url)

const tooCostly = {
  status: 'failed',
  reason: 'This file takes too much time or memory to read.',
}

function open(settings: FileReaderSettings = {}) {
  const reader = new FileReader(settings)
  onTestFinished(() => reader.close())
  return reader
}

const named = (name: string, bytes = 100): ReceivedFile => ({
  path: `folder/${name}`,
  spool: `/nowhere/${name}`,
  bytes,
  sha256: 'aa',
})

/** Files on disk, as an upload leaves them. */
async function spooled(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await freshFolder()
  const received = Object.entries(files).map(
    async ([path, content], nth): Promise<ReceivedFile> => {
      const spool = join(folder, String(nth))
      await writeFile(spool, content)
      return { path, spool, bytes: content.length, sha256: `hash of ${path}` }
    },
  )
  return Promise.all(received)
}

function recordOf(reading: FileReading): FileRecord | undefined {
  return recordIn(Buffer.from(textOfRecord(reading)))
}

function textOfRecord(reading: FileReading): string {
  return reading.status === 'read' ? Buffer.from(reading.record).toString() : reading.reason
}

describeReaderContract('FileReader', ({ script, ...settings }) => {
  const reader = open({
    ...settings,
    script: new URL(`./testing/${script}-worker.ts`, import.meta.url),
  })
  return {
    async read(name) {
      const reading = await reader.read(named(name))
      return reading.status === 'read' ? textOfRecord(reading) : null
    },
    close: () => reader.close(),
  }
})

describe('FileReader', () => {
  it('reads a file from the disk into its record', async () => {
    const text = await readFile(new URL('./file-reader.ts', import.meta.url), 'utf8')
    const [file] = await spooled({ 'app/reader.ts': `\ufeff${text.replaceAll('\n', '\r\n')}` })

    const reading = await open().read(file as ReceivedFile)

    expect(recordOf(reading)).toEqual({
      v: 1,
      path: 'app/reader.ts',
      bytes: file?.bytes,
      sha256: 'hash of app/reader.ts',
      text,
      passages: cutPassages('app/reader.ts', { text, kind: 'code', marks: [] }),
    })
    expect(reading).toHaveProperty('passages', recordOf(reading)?.passages.length)
  })

  it('reads many files as it reads each', async () => {
    const files = await spooled(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, n) => [
          `app/${n}.md`,
          `# Title ${n}\n\n${'Text. '.repeat(n * 9)}`,
        ]),
      ),
    )
    const reader = open()

    const readings = await Promise.all(files.map((file) => reader.read(file)))

    const alone = open()
    for (const [nth, file] of files.entries()) expect(readings[nth]).toEqual(await alone.read(file))
  })

  it('says why a file has no passages', async () => {
    const files = await spooled({
      'app/empty.txt': '',
      'app/blank.md': ' \n\t\n',
      'app/picture.txt': new Uint8Array([0x89, 0x50, 0, 1, 2, 0, 0, 255]),
    })
    const reader = open()

    for (const file of files) {
      expect(await reader.read(file)).toEqual({
        status: 'skipped',
        reason: expect.stringMatching(/\w\.$/),
      })
    }
  })

  it('says so where the temporary file is gone', async () => {
    expect(await open().read(named('gone.ts'))).toEqual({
      status: 'failed',
      reason: 'This file could not be read from the disk.',
    })
  })

  it.each([
    ['takes too long', 'hang'],
    ['takes too much memory', 'hoard'],
    ['takes too much in buffers', 'buffer'],
    ['ends its process', 'exit'],
    ['throws in its process', 'throw'],
  ])('fails a file that %s, and goes on', async (_, fault) => {
    const reader = open({ milliseconds: 3000, megabytes: 192, script: failing })

    const [bad, good] = await Promise.all([reader.read(named(fault)), reader.read(named('fine'))])

    expect(bad).toEqual(tooCostly)
    expect(textOfRecord(good)).toMatch(/^\d+ folder\/fine$/)
    expect(textOfRecord(await reader.read(named('next')))).toMatch(/^\d+ folder\/next$/)
  })

  it('hands small files over together and large ones alone', async () => {
    const reader = open({ script: failing })
    const sizes = [...Array.from({ length: 40 }, () => 1000), 2_000_000, 2_000_000, 10]

    const readings = await Promise.all(sizes.map((bytes) => reader.read(named('fine', bytes))))

    const together = readings.map((reading) => reading.status === 'read' && reading.passages)
    expect(together.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 16))
    expect(together.slice(40, 42)).toEqual([1, 1])
  })

  it('reads heavy files one after the other, and small ones beside them', async () => {
    const reader = open({ script: failing })
    // what reading costs is known from the first one, so that a second process pays
    await reader.read(named('slow'))

    const names = ['slow.pdf', 'slow.docx', 'slow']
    const readings = await Promise.all(names.map((name) => reader.read(named(name))))

    const [pdf, docx, small] = readings.map((reading) => textOfRecord(reading).split(' ')[0])
    expect(docx).toBe(pdf)
    expect(small).not.toBe(pdf)
  })
})
