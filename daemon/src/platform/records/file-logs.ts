import { join } from 'node:path'
import { atOnce } from '../at-once.ts'
import { FOLDER_MODE, makeDurableFolder, unlessMissing } from '../storage/file-system.ts'
import { FileLog, type LogOptions } from './file-log.ts'
import type { RecordLog, RecordLogs } from './record-log.ts'

export interface FileLogsOptions<Row, Head> extends LogOptions<Row, Head> {
  /** Made (0700) where there is none. */
  readonly folder: string
}

interface Used<Row, Head> {
  readonly log: FileLog<Row, Head>
  users: number
}

const ENDING = '.jsonl'
const STATS_AT_ONCE = 64
/** Logs whose ends are remembered; others are looked at again. */
const REMEMBERED = 1000

/** The logs in a folder, a file each; other names in it are left alone, but what a kill left goes. */
export async function openFileLogs<Row, Head>(
  options: FileLogsOptions<Row, Head>,
): Promise<RecordLogs<Row, Head>> {
  const { folder, files } = options
  await makeDurableFolder(folder, files.fs)
  await files.fs.chmod(folder, FOLDER_MODE)
  return new FileLogs(options)
}

class FileLogs<Row, Head> implements RecordLogs<Row, Head> {
  readonly #options: FileLogsOptions<Row, Head>
  /** By name, least recently used first. */
  readonly #used = new Map<string, Used<Row, Head>>()

  constructor(options: FileLogsOptions<Row, Head>) {
    this.#options = options
  }

  async ends(): Promise<ReadonlyMap<string, number>> {
    const { folder, files } = this.#options
    const ends = new Map<string, number>()
    const names = await files.fs.readdir(folder)
    await atOnce(names, STATS_AT_ONCE, async (name) => {
      const path = join(folder, name)
      if (name.startsWith('.') && name.endsWith('.tmp')) await files.fs.rm(path, { force: true })
      if (!name.endsWith(ENDING) || name.startsWith('.')) return
      // a log may have gone since the names were read
      const found = await files.fs.stat(path).catch(unlessMissing)
      if (found) ends.set(name.slice(0, -ENDING.length), found.size)
    })
    return ends
  }

  async use<Result>(
    name: string,
    head: Head | null,
    work: (log: RecordLog<Row, Head>) => Promise<Result>,
  ): Promise<Result> {
    const path = join(this.#options.folder, `${name}${ENDING}`)
    const used = this.#used.get(name) ?? {
      log: new FileLog<Row, Head>({ ...this.#options, path }),
      users: 0,
    }
    this.#used.delete(name)
    this.#used.set(name, used)
    used.users += 1
    try {
      return await work(used.log.about(head))
    } finally {
      used.users -= 1
      if (used.users === 0 && used.log.isRemoved) this.#used.delete(name)
      this.#shrink()
    }
  }

  #shrink(): void {
    for (const [name, { users }] of this.#used) {
      if (this.#used.size <= REMEMBERED) return
      if (users === 0) this.#used.delete(name)
    }
  }
}
