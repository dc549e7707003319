import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '../../.config/bench/measure.ts'
import { RecordStore } from '../src/platform/projection/record-store.ts'
import { openFolderStore } from '../src/retrieval/folders/folder-store.ts'
import { PassageIndex } from '../src/retrieval/index/passage-index.ts'
import type { UploadBody } from '../src/retrieval/ports.ts'
import { FileReader } from '../src/retrieval/reader/file-reader.ts'
import { Retrieval } from '../src/retrieval/retrieval.ts'
import { type KnownItem, passagesOf } from './rag-passages.ts'

const USER = 'bench'
const MODEL = 'counted'
const PASSAGES_PER_FILE = 5

/** What has been done since the last look. */
interface Work {
  readonly filesRead: string[]
  readonly textsEmbedded: string[]
}

/** Q6: what a folder costs that is uploaded again, with one file changed, and with one removed. */
export async function benchFolder(
  bench: Bench,
  items: readonly KnownItem[],
  folder: string,
): Promise<void> {
  if (!bench.wants('Q6')) return
  const [count = 1] = bench.sizes([1000])
  const files = filesOf(passagesOf(items, count))
  const [first = ''] = files.keys()
  const { retrieval, work, idle, close } = await open(folder)
  const upload = async (what: string) => {
    const reply = await retrieval.upload(USER, bodyOf(files))
    await idle()
    bench.check(reply.filesProcessed === files.size, `${what}: not all files are in the index`)
  }
  const gate = (what: string, value: number, exactly: number) => {
    bench.gate({ id: 'Q6', what, value, max: exactly, isExact: true })
    bench.check(value === exactly, `${what}: not ${exactly}`)
  }

  await upload('first upload')
  const all = take(work)
  bench.check(all.filesRead.length === files.size, 'not every file was read')
  bench.check(all.textsEmbedded.length >= files.size, 'not every passage was embedded')

  await upload('same folder')
  const same = take(work)
  gate('same folder again: files read', same.filesRead.length, 0)
  gate('same folder again: texts embedded', same.textsEmbedded.length, 0)

  files.set(first, 'A lighthouse keeper counts the ships that pass at night.\n')
  await upload('one changed')
  const changed = take(work)
  gate('one file changed: files read', changed.filesRead.length, 1)
  gate('one file changed: texts embedded', changed.textsEmbedded.length, 1)
  const found = await retrieval.findPassages(USER, 'Which keeper counts ships at night?')
  bench.check(found[0]?.path === first, 'what is new is not found')

  take(work)
  const gone = (await retrieval.files(USER)).filter(({ path }) => path === first)
  await retrieval.deleteFiles(
    USER,
    gone.map(({ id }) => id),
  )
  await idle()
  const removed = take(work)
  gate('one file removed: files read', removed.filesRead.length, 0)
  gate('one file removed: texts embedded', removed.textsEmbedded.length, 0)
  const after = await retrieval.findPassages(USER, 'Which keeper counts ships at night?')
  bench.check(!after.some(({ path }) => path === first), 'what was removed is found')
  await close()
}

/** Retrieval as the daemon puts it together, with a reader and a model server that count. */
async function open(folder: string): Promise<{
  retrieval: Retrieval
  work: Work
  idle: () => Promise<void>
  close: () => Promise<void>
}> {
  const work: Work = { filesRead: [], textsEmbedded: [] }
  const spoolFolder = join(folder, 'uploads')
  await mkdir(spoolFolder)
  const reader = new FileReader()
  const index = new PassageIndex()
  const report = (sentence: string) => {
    throw new Error(`unexpected repair: ${sentence}`)
  }
  const records = new RecordStore({ folder, report })
  const now = () => new Date()
  const folders = await openFolderStore({ folder: join(folder, 'retrieval'), records, report, now })
  const retrieval = new Retrieval(async () => ({
    folders,
    reader: {
      read(file) {
        work.filesRead.push(file.path)
        return reader.read(file)
      },
      close: () => reader.close(),
    },
    index,
    embed: async (texts) => {
      work.textsEmbedded.push(...texts)
      return { model: MODEL, vectors: texts.map(({ length }) => Float32Array.of(length, 1)) }
    },
    realtime: { publish: () => {} },
    spoolFolder,
    log: { debug: () => {}, info: () => {}, warn: fail, error: fail },
  }))

  async function idle(): Promise<void> {
    const home = await folders.makeHome(USER)
    for (;;) {
      const { count } = await index.unembedded(home, MODEL, 0)
      if (count === 0) return
      await new Promise(setImmediate)
    }
  }
  const close = async () => {
    await retrieval.close()
    await records.close()
  }
  return { retrieval, work, idle, close }
}

function take({ filesRead, textsEmbedded }: Work): Work {
  return { filesRead: filesRead.splice(0), textsEmbedded: textsEmbedded.splice(0) }
}

function filesOf(texts: readonly string[]): Map<string, string> {
  const files = new Map<string, string>()
  for (let from = 0; from < texts.length; from += PASSAGES_PER_FILE) {
    const part = texts.slice(from, from + PASSAGES_PER_FILE)
    files.set(`folder/notes-${from}.md`, `${part.join('\n\n')}\n`)
  }
  return files
}

function bodyOf(files: ReadonlyMap<string, string>): UploadBody {
  const form = new FormData()
  form.append('userId', USER)
  for (const [path, text] of files) form.append('files', new File([text], path), path)
  const { body, headers } = new Response(form)
  if (!body) throw new Error('a form has a body')
  return { contentType: headers.get('content-type') ?? '', stream: body }
}

function fail(details: unknown): never {
  throw new Error(`unexpected warning: ${JSON.stringify(details)}`)
}
