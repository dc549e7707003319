import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import {
  fileFailure,
  HEAD_BYTES,
  type MailSource,
  readRange,
  receivedAt,
  type SourceMail,
  sourceUid,
  wantedBytes,
} from './mail-source.ts'

interface MailFile {
  /** From the folder, with slashes on every system. */
  readonly name: string
  readonly path: string
  readonly size: number
  readonly modified: number
}

/**
 * The `.eml` files of a folder and of the folders within; links are not followed. A mail is the same
 * as long as its name, size and time of change are: they are its number, so none is read twice.
 */
export function folderSource(path: string): MailSource {
  const folder = resolve(path)

  async function files(signal: AbortSignal): Promise<MailFile[]> {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries
        .filter((entry) => entry.isFile() && /\.eml$/i.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
      const found: MailFile[] = []
      for (const path of paths) {
        signal.throwIfAborted()
        const file = await look(path)
        if (file) found.push(file)
      }
      return found
    } catch (error) {
      signal.throwIfAborted()
      throw fileFailure(folder, error)
    }
  }

  async function look(path: string): Promise<MailFile | null> {
    const stats = await stat(path).catch(unlessGone)
    if (!stats) return null
    const name = relative(folder, path).split(sep).join('/')
    return { name, path, size: stats.size, modified: stats.mtimeMs }
  }

  return {
    identity: `files:${folder}`,
    async version(signal) {
      const hash = createHash('sha256')
      for (const file of await files(signal)) hash.update(`${keyOf(file)}\0`)
      return hash.digest('hex')
    },
    async list(signal) {
      return (await files(signal)).map(mailOf)
    },
  }
}

function mailOf(file: MailFile): SourceMail {
  const uid = sourceUid(keyOf(file))
  const read = (length: number) =>
    readRange(file.path, 0, length)
      .catch(unlessGone)
      .catch((error: unknown) => {
        throw fileFailure(file.path, error)
      })
  const dateOf = (head: Buffer) => receivedAt(head, new Date(file.modified))

  return {
    uid,
    async receivedAt() {
      const head = await read(HEAD_BYTES)
      return head && dateOf(head)
    },
    async read() {
      const source = await read(wantedBytes(file.size))
      const isWhole = source !== null && source.length >= file.size
      return source && { uid, receivedAt: dateOf(source), source, isWhole, parts: [] }
    },
  }
}

function keyOf({ name, size, modified }: MailFile): string {
  return JSON.stringify([name, size, modified])
}

/** Null where the file is not there any more. */
function unlessGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
