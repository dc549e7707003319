import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Clock, realClock } from '../../platform/clock.ts'
import type { Mailbox } from '../ports.ts'
import { folderSource } from './folder-source.ts'
import { fileFailure, type MailSource } from './mail-source.ts'
import { mboxSource } from './mbox-source.ts'
import { SourceMailbox } from './source-mailbox.ts'

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
  const [file, folder] = [mboxSource(path), folderSource(path)]

  async function choose(): Promise<MailSource> {
    const stats = await stat(resolve(path)).catch((error) => {
      throw fileFailure(resolve(path), error)
    })
    return stats.isDirectory() ? folder : file
  }

  return {
    identity: file.identity,
    version: async (signal) => (await choose()).version(signal),
    list: async (signal) => (await choose()).list(signal),
  }
}
