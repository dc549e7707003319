import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import {
  diskFileSystem,
  type FileSystem,
  isSystemError,
  newerVersion,
  removeLeftovers,
  setAside,
  storageError,
  unlessDiskRefuses,
  writeFileDurably,
} from './file-system.ts'
import { parseJson } from './parse-json.ts'

export interface DurableJsonOptions {
  /** The schema version of the data, which a newer program raises. */
  readonly version: number
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  readonly fs?: FileSystem
  /** A sentence about what begins anew where the document is lost. */
  readonly lost?: string
  /** True where that is little: a lost document is set aside and told, and stops nobody. */
  readonly isDisposable?: boolean
  /** Whether other data says that there has been one: that it is not there is told then. */
  readonly isExpected?: () => Promise<boolean>
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
 * A lowdb adapter for a small document, written as a whole and checked when read; for one write at a
 * time, which a collection sees to.
 * The body is `{v, rev, sha256, data}`: how often it has been written, and `sha256` over the JSON text
 * of the data. A write that has resolved survives a power cut, and has left a second copy as `.bak`,
 * which is the generation before it while the file is being written. A damaged file is moved to
 * `corrupt/` and its `.bak` used; where that cannot be used either, a disposable document is `null`.
 * Reading throws `STORE_NEWER` for a newer schema version and `INTERNAL` for a lost document that is
 * not disposable, both of which leave the files untouched; writing throws `STORE_FULL` or
 * `STORE_READONLY` and then leaves the file as it was.
 */
export function durableJsonFile<Data>(path: string, options: DurableJsonOptions): Adapter<Data> {
  const { version, fs = diskFileSystem } = options
  const backup = `${path}.bak`
  let rev = 0

  return {
    async write(data) {
      try {
        await writeFileDurably(path, encode(version, rev + 1, data), { fs, backup })
        rev += 1
      } catch (error) {
        throw storageError(error)
      }
      await keepTwice(path, backup, { ...options, fs })
    },
    async read() {
      const found = await readWithBackup<Data>(path, backup, { ...options, fs })
      rev = found?.rev ?? 0
      return found?.data ?? null
    },
  }
}

type Reading = DurableJsonOptions & { readonly fs: FileSystem }

async function readWithBackup<Data>(
  path: string,
  backup: string,
  reading: Reading,
): Promise<Body<Data> | undefined> {
  const main = await readBody<Data>(path, reading)
  if (main && main !== 'damaged') {
    await removeLeftovers(path, reading.fs)
    await keepTwice(path, backup, reading)
    return main
  }
  const previous = await readBody<Data>(backup, reading)
  if (!main && !previous) {
    if (await reading.isExpected?.()) reading.report(missing(path, reading.lost))
    return undefined
  }
  if (previous && previous !== 'damaged') {
    const damage = await putAway(main ? [path] : [], path, reading)
    // on a full disk the backup stays the only good one, and is used again at the next start
    await unlessDiskRefuses(async () =>
      writeFileDurably(path, await reading.fs.readFile(backup), { fs: reading.fs }),
    )
    reading.report(`${damage}; its second copy is used.`)
    return previous
  }
  if (!reading.isDisposable) throw refused(path, !!main, !!previous, reading.lost)
  const damaged = [...(main ? [path] : []), ...(previous ? [backup] : [])]
  reading.report(`${await putAway(damaged, path, reading)}. ${reading.lost ?? ''}`.trim())
  return undefined
}

function missing(path: string, lost = ''): string {
  const [name, folder] = [basename(path), dirname(path)]
  return `${name} in ${folder} is missing, and so is its second copy. Put a copy that you have kept in its place and start again. ${lost}`.trim()
}

/** What to do where neither the file nor its backup can be used; either may be missing instead. */
function refused(path: string, hasMain: boolean, hasBackup: boolean, lost = ''): AppError {
  const [name, folder] = [basename(path), dirname(path)]
  const only = hasMain
    ? 'is damaged, and there is no second copy of it'
    : `is missing, and ${name}.bak is damaged`
  const isBoth = hasMain && hasBackup
  const state = isBoth ? `is damaged, and so is ${name}.bak` : only
  const what = isBoth ? 'both' : 'the damaged one'
  const sentence = `${name} in ${folder} ${state}. Put a copy that you have kept in its place, or move ${what} out of the folder and start again. ${lost}`
  return new AppError('INTERNAL', sentence.trim())
}

/** Moves damaged files to `corrupt/`, if the disk lets it, and says what has become of the first. */
async function putAway(
  damaged: readonly string[],
  path: string,
  { fs }: { readonly fs: FileSystem },
): Promise<string> {
  const isDone = await unlessDiskRefuses(async () => {
    for (const each of damaged) await setAside(each, fs)
  })
  const name = basename(path)
  if (!damaged.includes(path)) return `${name} was missing`
  return `${name} was damaged and ${isDone ? 'has been' : 'could not be'} moved to corrupt/`
}

/** Makes the backup the same as the file; where that fails the file stays good and is told alone. */
async function keepTwice(path: string, backup: string, { fs, report }: Reading): Promise<void> {
  const isDone = await unlessDiskRefuses(async () => {
    const content = await fs.readFile(path)
    const copy = await fs.readFile(backup).catch((error) => isSystemError(error, 'EISDIR'))
    // nothing can be put in the place of a folder
    if (copy === true) await setAside(backup, fs)
    if (!(copy instanceof Buffer && copy.equals(content)))
      await writeFileDurably(backup, content, { fs })
  })
  if (!isDone) report(`The second copy of ${basename(path)} could not be written.`)
}

async function readBody<Data>(
  path: string,
  { fs, version, lost }: Reading,
): Promise<Body<Data> | 'damaged' | undefined> {
  let content: Buffer
  try {
    content = await fs.readFile(path)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    // a bad sector, or a folder of that name; where no loss is described the caller decides
    if (lost !== undefined && isSystemError(error, 'EIO', 'EISDIR')) return 'damaged'
    if (!isSystemError(error, 'EACCES', 'EPERM')) throw storageError(error)
    const sentence = `${path} cannot be read. Give yourself the right to read and write it.`
    throw new AppError('STORE_READONLY', sentence, { cause: error })
  }
  return decodeDocument(content, path, version)
}

function encode<Data>(version: number, rev: number, data: Data): string {
  const text = JSON.stringify(data)
  const head = JSON.stringify({ v: version, rev, sha256: sha256(text) })
  return `${head.slice(0, -1)}${DATA}${text}${END}`
}

/** What a document says, of the bytes of its file; throws `STORE_NEWER`. */
export function decodeDocument<Data>(
  content: Buffer,
  path: string,
  version: number,
): Body<Data> | 'damaged' {
  const border = content.indexOf(DATA)
  if (border < 0 || content.subarray(-END.length).toString() !== END) {
    // a later version may lay its file out in another way
    const other = Version.safeParse(parseJson(content.toString()))
    if (other.success && other.data.v > version) throw newerVersion(path)
    return 'damaged'
  }
  const head = Head.safeParse(parseJson(`${content.subarray(0, border)}}`))
  if (!head.success) return 'damaged'
  const { v, rev, sha256: expected } = head.data
  if (v > version) throw newerVersion(path)
  const data = content.subarray(border + DATA.length, -END.length)
  if (sha256(data) !== expected) return 'damaged'
  return { rev, data: JSON.parse(data.toString()) }
}

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}
