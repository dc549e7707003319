import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sampled } from '../../.config/testing/test-size.ts'
import { composeDocx, paragraph } from '../src/retrieval/text/testing/compose-docx.ts'
import { composePdf, pageOf } from '../src/retrieval/text/testing/compose-pdf.ts'
import { type FolderClient, folderClient, type UploadPair } from './folder-client.ts'

/** Documents of 10 MB whose parts expand to what is just allowed, or do so where nobody counts. */

const MEGABYTE = 1024 * 1024
const noise = new Uint8Array(randomBytes(9 * MEGABYTE))

let heavy: readonly UploadPair[]
let daemon: RunningDaemon
let ada: FolderClient

beforeAll(async () => {
  // composing them takes longer than the daemon keeps an idle connection open
  heavy = documents()
  daemon = await startDaemon()
  ada = await folderClient(daemon.url)
}, 60_000)

/** With so many bytes behind its end, which readers allow. */
function padded(pdf: Uint8Array): Uint8Array {
  return Buffer.concat([pdf, Buffer.from('\n%'), noise.map((byte) => byte | 0x80)])
}

const picture = { 'word/media/a.png': noise }

function documents(): readonly UploadPair[] {
  const long = `BT /F1 12 Tf 72 720 Td (${' '.repeat(60 * MEGABYTE)})Tj ET`
  const operators = '0 0 m\n'.repeat(10 * MEGABYTE)
  const all: readonly UploadPair[] = [
    ['heavy/string.pdf', padded(composePdf([long], { isCompressed: true }))],
    ['heavy/operators.pdf', padded(composePdf([operators, operators], { isCompressed: true }))],
    ['heavy/runs.pdf', padded(runs())],
    ['heavy/words.docx', composeDocx(paragraph('y '.repeat(15 * MEGABYTE)), picture)],
    ['heavy/elements.docx', composeDocx(paragraph('word').repeat(83_000), picture)],
  ]
  return sampled(all, 2)
}

/** A page that is compressed once more by another means, to 1.3 GB in all. */
function runs(): Uint8Array {
  const inner = Buffer.alloc(20 * MEGABYTE, Buffer.from([0x81, 0x20]))
  const filter = '/Filter [/FlateDecode /RunLengthDecode]'
  return composePdf([deflateSync(inner).toString('latin1')], { filter })
}

it('are failed one by one, in bounded memory, and good ones beside them are read', async () => {
  const good: UploadPair[] = [
    ['heavy/a.md', 'The zebra foundation meets on the ninth of May.'],
    ['heavy/b.pdf', composePdf([pageOf(['The heron club meets in June.'])])],
  ]
  const watching = new AbortController()
  const uploading = ada.upload([...heavy, ...good]).finally(() => watching.abort())
  const [{ files }, peak] = await Promise.all([uploading, peakMegabytes(watching.signal)])

  const fates = files.filter(({ path }) => !good.some(([name]) => name === path))
  expect(files.filter((file) => !fates.includes(file)).map(({ status }) => status)).toEqual([
    'indexed',
    'indexed',
  ])
  const reason = 'This file takes too much time or memory to read.'
  expect(fates).toContainEqual({ path: 'heavy/string.pdf', status: 'failed', reason })
  expect(fates).toContainEqual({ path: 'heavy/runs.pdf', status: 'failed', reason })
  expect(peak).toBeLessThan(750)
}, 180_000)

/** The most that the daemon held together with the processes that it had started. */
async function peakMegabytes(signal: AbortSignal): Promise<number> {
  let peak = 0
  while (!signal.aborted) {
    const pids = await family(String(daemon.process.pid))
    const sizes = await Promise.all(pids.map(residentMegabytes))
    peak = Math.max(
      peak,
      sizes.reduce((sum, size) => sum + size, 0),
    )
    await setTimeout(5)
  }
  return peak
}

/** The process and those that it has started. */
async function family(pid: string): Promise<readonly string[]> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  return [pid, ...children.join(' ').split(' ').filter(Boolean)]
}

async function residentMegabytes(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
