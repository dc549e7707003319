import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { type Clock, realClock } from '../../platform/clock.ts'
import { unlessMissing } from '../../platform/storage/file-system.ts'
import type { Mailbox } from '../ports.ts'
import { mboxSource } from './mbox-source.ts'
import {
  fileFailure,
  HEAD_BYTES,
  type MailSource,
  readRange,
  receivedAt,
  type SourceMail,
  SourceMailbox,
  sourceUid,
  wantedBytes,
} from './source-mailbox.ts'

export interface FilesMailboxSettings {
  /** An mbox file, a single `.eml` file, or a folder of `.eml` files. */
  readonly path: string
  /** As in `MailboxInfo`. */
  readonly composeUrl: string
  readonly clock?: Clock
}

/** A mailbox of files, an export say. Until it is read for the first time it is `connecting`. */
export function createFilesMailbox(settings: FilesMailboxSettings): Mailbox {
  const { path, composeUrl, clock = realClock } = settings
  return new SourceMailbox(fileOrFolder(path), { kind: 'files', label: path, composeUrl, clock })
}

/** Which of the two it is may change as long as the path does not exist. */
function fileOrFolder(path: string): MailSource {
  const whole = resolve(path)
  const [file, folder] = [mboxSource(whole), folderSource(whole)]

  async function choose() {
    const stats = await stat(whole).catch((error) => {
      throw fileFailure(whole, error)
    })
    return stats.isDirectory() ? folder : file
  }

  return {
    identity: `files:${whole}`,
    version: async (signal) => (await choose()).version(signal),
    list: async (signal) => (await choose()).list(signal),
  }
}

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
function folderSource(folder: string): Omit<MailSource, 'identity'> {
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
        const stats = await stat(path).catch(unlessMissing)
        const name = relative(folder, path).split(sep).join('/')
        if (stats) found.push({ name, path, size: stats.size, modified: stats.mtimeMs })
      }
      return found
    } catch (error) {
      signal.throwIfAborted()
      throw fileFailure(folder, error)
    }
  }

  return {
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
      .catch(unlessMissing)
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
      if (!source) return undefined
      const isWhole = source.length >= file.size
      return { uid, receivedAt: dateOf(source), source, isWhole, parts: [] }
    },
  }
}

function keyOf({ name, size, modified }: MailFile): string {
  return JSON.stringify([name, size, modified])
}
