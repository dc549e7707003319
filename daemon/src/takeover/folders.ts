import { join } from 'node:path'
import { z } from 'zod'
import { decodeDocument } from '../platform/storage/durable-json-file.ts'
import {
  type FileSystem,
  setAside,
  syncFolder,
  unlessMissing,
} from '../platform/storage/file-system.ts'
import type { AccountFolders, TakenFolder } from '../retrieval/folders/account-folders.ts'

export interface FolderTakeover {
  readonly fs: FileSystem
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** Keeps folders durably; what is kept already is left as it is. */
  readonly keep: AccountFolders['takeOver']
}

const MANIFEST = /^([\w-]{16})\.json$/
const BACKUP = /^([\w-]{16})\.json\.bak$/
/** Says that its folder was removed, unless a manifest was written later. */
const REMOVED = /^([\w-]{16})\.gone$/
const TEMPORARY = /^\..*\.tmp$/

const count = z.int().min(0)
const Manifest = z.tuple(
  [z.object({ name: z.string(), updatedAt: z.string() })],
  z.tuple([z.string(), z.string(), z.string(), count, count]),
)
const VERSION = 1

/**
 * Takes over the folders of an account that 0.2.0 kept as a manifest each, `<home>/folders/<id>.json`
 * with the generation before it as `.bak`. The records of their files stay where they are. Throws
 * `STORE_NEWER` and then leaves everything untouched.
 */
export async function takeOverFolders(home: string, takeover: FolderTakeover): Promise<void> {
  const { fs, report, keep } = takeover
  const place = join(home, 'folders')
  const names = await fs.readdir(place).catch(unlessMissing)
  const old = names?.filter((name) =>
    [MANIFEST, BACKUP, REMOVED, TEMPORARY].some((pattern) => pattern.test(name)),
  )
  if (!old?.length) return
  const ids = (pattern: RegExp) => new Set(old.flatMap((name) => pattern.exec(name)?.[1] ?? []))
  const [removed, written] = [ids(REMOVED), ids(MANIFEST)]
  const all = [...written, ...[...ids(BACKUP)].filter((id) => !written.has(id) && !removed.has(id))]

  const folders: TakenFolder[] = []
  const damaged: string[] = []
  const paths: string[] = []
  for (const id of all) {
    const path = join(place, `${id}.json`)
    const latest = await read(path, id, fs)
    const found = typeof latest === 'object' ? latest : await read(`${path}.bak`, id, fs)
    if (typeof found === 'object') folders.push(found)
    if (found === latest && found !== 'damaged') continue
    damaged.push(id)
    if (latest === 'damaged') paths.push(path)
    if (found === 'damaged') paths.push(`${path}.bak`)
  }
  await keep(folders, damaged)

  for (const path of paths) {
    await setAside(path, fs)
    report(`A list of the files of a folder was damaged and has been moved to corrupt/: ${path}`)
  }
  // a backup alone would be taken for what is left of its folder
  for (const name of old.toSorted((a, b) => Number(MANIFEST.test(a)) - Number(MANIFEST.test(b))))
    await fs.rm(join(place, name), { force: true })
  await syncFolder(fs, place)
}

/** The folder that a manifest tells of; undefined where there is none. */
async function read(
  path: string,
  id: string,
  fs: FileSystem,
): Promise<TakenFolder | 'damaged' | undefined> {
  const content = await fs.readFile(path).catch(unlessMissing)
  const body = content && decodeDocument(content, path, VERSION)
  if (!body || body === 'damaged') return body
  const manifest = Manifest.safeParse(body.data)
  if (!manifest.success) return 'damaged'
  const [{ name, updatedAt }, ...rows] = manifest.data
  const files = rows.map(([id, path, sha256, bytes, passages]) => {
    return { id, path, sha256, bytes, passages }
  })
  return { id, name, updatedAt, files }
}
