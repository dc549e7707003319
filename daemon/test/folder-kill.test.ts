import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningDaemon, startDaemon } from '../../.config/testing/start-daemon.ts'
import { sized } from '../../.config/testing/test-size.ts'
import { readRecord } from '../src/retrieval/file-record.ts'
import { type FolderClient, folderClient, formOf, type UploadPair } from './folder-client.ts'

/** A daemon that is killed in the middle of uploads. */

const KILLS = sized(3, 10)
const FILES = sized(100, 250)
const EMAIL = 'ada@example.test'

let data: string

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'shortlist-kill-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

/** A folder of which every file says in its last line which round it is of. */
function folderOf(round: number): UploadPair[] {
  return Array.from({ length: FILES }, (_, at) => {
    const lines = Array.from({ length: 30 }, (_line, line) => `Line ${line} of a harbour.`)
    return [`docs/${at}.md`, [...lines, `file ${at} of round ${round}`].join('\n')]
  })
}

it('lists whole files alone after kills all along an upload, and takes the folder again', async () => {
  let [daemon, ada] = await begin(false)
  for (let round = 0; round < KILLS; round++) {
    const answered = ada.send(formOf(folderOf(round), ada.caller.account.id)).catch(() => undefined)
    await sometimeDuring(answered, round / KILLS)
    await daemon.kill()
    ada.close()
    ;[daemon, ada] = await begin(true)
    expect(await names('uploads')).toEqual([])
    expect(await damaged(ada, round)).toEqual([])
  }

  const { files, missing } = await ada.upload(folderOf(KILLS))

  expect(files.map(({ status }) => status)).toEqual(files.map(() => 'indexed'))
  expect(missing).toEqual([])
  expect(await damaged(ada, KILLS, KILLS)).toEqual([])
  expect(await names('retrieval').then(recordsOf)).toHaveLength(FILES)
  expect(await names('uploads')).toEqual([])
  expect((await ada.ask(`Which harbour is in file 7 of round ${KILLS}?`)).sources).toBeDefined()
  ada.close()
  await daemon.stop()
}, 180_000)

async function begin(isKnown: boolean): Promise<[RunningDaemon, FolderClient]> {
  const daemon = await startDaemon({ dataFolder: data })
  return [daemon, await folderClient(daemon.url, EMAIL, isKnown)]
}

/** Resolves when that share of the upload is on the disk, its receiving included, or it is over. */
async function sometimeDuring(answered: Promise<unknown>, share: number): Promise<void> {
  let isOver = false
  void answered.then(() => {
    isOver = true
  })
  const before = new Set(await names('.'))
  while (!isOver) {
    const fresh = (await names('.')).filter((name) => !before.has(name))
    if (fresh.length > share * 2 * FILES) return
  }
}

async function names(folder: string): Promise<readonly string[]> {
  return readdir(join(data, folder), { recursive: true }).catch(() => [])
}

function recordsOf(all: readonly string[]): readonly string[] {
  return all.filter((name) => /\/records\/[^/]+\/[^/]+\.json$/.test(name))
}

/** Paths of listed files that cannot be opened to their end, or are of another round. */
async function damaged(ada: FolderClient, newest: number, oldest = 0): Promise<readonly string[]> {
  const records = await names('retrieval').then(recordsOf)
  const lost: string[] = []
  for (const { id, path } of await ada.files()) {
    const record = records.find((name) => name.endsWith(`/${id}.json`))
    const last =
      readRecord(join(data, 'retrieval', record ?? ''))
        ?.text.split('\n')
        .at(-1) ?? ''
    const [, at, round] = /^file (\d+) of round (\d+)$/.exec(last) ?? []
    const isWhole = path === `docs/${at}.md` && Number(round) >= oldest && Number(round) <= newest
    if (!isWhole) lost.push(path)
  }
  return lost
}
