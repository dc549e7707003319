import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Adapter } from 'lowdb'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { diskFileSystem, type FileSystem, isSystemError } from './file-system.ts'
import { groupCommit } from './group-commit.ts'
import { newerVersion } from './newer-version.ts'
import { setAside } from './set-aside.ts'
import { storageError } from './storage-error.ts'
import { removeLeftovers, writeFileDurably } from './write-file-durably.ts'

/** A lowdb adapter for a small document, written as a whole and checked when read. */
export interface DurableJsonFile<Data> extends Adapter<Data> {
  /** How often the document has been written; 0 for one that is not there. */
  readonly rev: number
}

export interface DurableJsonOptions<Data> {
  /** The schema version of the data, which a newer program raises. */
  readonly version: number
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly fs?: FileSystem
  /** True where the folder holds too many names to be searched; its owner clears leftovers away. */
  readonly isInLargeFolder?: boolean
  /** How the data becomes JSON and back; for documents too big for one go. */
  readonly json?: JsonText<Data>
}

export interface JsonText<Data> {
  stringify(data: Data): Promise<string>
  /** Throws where the text is not JSON. */
  parse(text: string): Promise<Data>
}

interface Body<Data> {
  readonly rev: number
  readonly data: Data
}

const Head = z.object({ v: z.int().min(1), rev: z.int().min(1), sha256: z.string() })
const Version = Head.pick({ v: true })
const DATA = ',"data":'
const END = '}\n'

/**
 * The body is `{v, rev, sha256, data}`, `sha256` over the JSON text of the data. A write that has
 * resolved survives a power cut; the generation before it is kept as `.bak`. A damaged file is moved
 * to `corrupt/` and its `.bak` used. Reading throws `STORE_NEWER` for a newer schema version, which
 * leaves the file untouched, and `INTERNAL` where the backup is damaged too; writing throws
 * `STORE_FULL` or `STORE_READONLY` and then leaves the file as it was.
 */
export function durableJsonFile<Data>(
  path: string,
  options: DurableJsonOptions<Data>,
): DurableJsonFile<Data> {
  const { version, fs = diskFileSystem } = options
  const backup = `${path}.bak`
  let rev = 0

  const write = groupCommit<Data>(async (generations) => {
    const data = generations.at(-1)
    if (data === undefined) return
    try {
      const body = await encode(version, rev + 1, data, options.json)
      await writeFileDurably(path, body, { fs, backup })
      rev += 1
    } catch (error) {
      throw storageError(error)
    }
  })

  return {
    get rev() {
      return rev
    },
    write,
    async read() {
      const found = await readWithBackup(path, backup, { ...options, fs })
      rev = found?.rev ?? 0
      return found?.data ?? null
    },
  }
}

type Reading<Data> = DurableJsonOptions<Data> & { readonly fs: FileSystem }

async function readWithBackup<Data>(
  path: string,
  backup: string,
  reading: Reading<Data>,
): Promise<Body<Data> | undefined> {
  const { fs, report } = reading
  const name = basename(path)
  const main = await readBody(path, reading)
  if (main && main !== 'damaged') {
    if (!reading.isInLargeFolder) await removeLeftovers(path, fs)
    return main
  }
  const previous = await readBody(backup, reading)
  if (!main && !previous) return undefined

  const damage = main ? `${name} was damaged and has been moved to corrupt/` : `${name} was missing`
  if (!previous || previous === 'damaged') {
    throw new AppError('INTERNAL', `${name} is damaged and so is its backup; see ${dirname(path)}.`)
  }
  if (main) await setAside(path, fs)
  await writeFileDurably(path, await fs.readFile(backup), { fs })
  report(`${damage}; the generation before it is used.`)
  return previous
}

async function readBody<Data>(
  path: string,
  { fs, version, json }: Reading<Data>,
): Promise<Body<Data> | 'damaged' | undefined> {
  let content: Buffer
  try {
    content = await fs.readFile(path)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw storageError(error)
  }
  return decode(content, path, version, json)
}

async function encode<Data>(
  version: number,
  rev: number,
  data: Data,
  json: JsonText<Data> | undefined,
): Promise<string> {
  const text = json ? await json.stringify(data) : JSON.stringify(data)
  const head = JSON.stringify({ v: version, rev, sha256: sha256(text) })
  return `${head.slice(0, -1)}${DATA}${text}${END}`
}

async function decode<Data>(
  content: Buffer,
  path: string,
  version: number,
  json: JsonText<Data> | undefined,
): Promise<Body<Data> | 'damaged'> {
  const border = content.indexOf(DATA)
  if (border < 0 || content.subarray(-END.length).toString() !== END) {
    // a later version may lay its file out in another way
    const other = Version.safeParse(parseOrNull(content.toString()))
    if (other.success && other.data.v > version) throw newerVersion(path)
    return 'damaged'
  }
  const head = Head.safeParse(parseOrNull(`${content.subarray(0, border)}}`))
  if (!head.success) return 'damaged'
  const { v, rev, sha256: expected } = head.data
  if (v > version) throw newerVersion(path)
  const data = content.subarray(border + DATA.length, -END.length)
  if (sha256(data) !== expected) return 'damaged'
  if (!json) return { rev, data: JSON.parse(data.toString()) }
  await setImmediate()
  return { rev, data: await json.parse(data.toString()) }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}
