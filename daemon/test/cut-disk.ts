import type { FileHandle } from 'node:fs/promises'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { diskFileSystem, type FileSystem } from '../src/platform/storage/file-system.ts'

export interface CutDisk {
  readonly fs: FileSystem
  /** How much has been synchronised. */
  readonly syncs: number
  /**
   * Puts into another folder what a power cut would leave of this one: names as they were when their
   * folder was last synchronised, contents as they were when the file was.
   */
  cutTo(target: string): Promise<void>
}

/** A disk that keeps nothing but what it was told to synchronise. */
export function cutDisk(root: string): CutDisk {
  const contents = new Map<number, Buffer>()
  const names = new Map<string, number>()
  let syncs = 0

  /** After the call has come back, as the promise of a synchronisation says. */
  async function keep(path: string, handle: FileHandle): Promise<void> {
    syncs += 1
    const entry = await handle.stat()
    if (!entry.isDirectory()) return void contents.set(entry.ino, await readFile(path))
    for (const known of names.keys()) if (dirname(known) === path) names.delete(known)
    for (const name of await readdir(path)) {
      const child = await stat(join(path, name))
      if (child.isFile()) names.set(join(path, name), child.ino)
    }
  }

  const open: FileSystem['open'] = async (path, ...rest) => {
    const handle = await diskFileSystem.open(path, ...rest)
    return new Proxy(handle, {
      get(target, name) {
        if (name === 'sync' || name === 'datasync') {
          return async () => {
            await target[name]()
            await keep(String(path), target)
          }
        }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  return {
    fs: { ...diskFileSystem, open },
    get syncs() {
      return syncs
    },
    async cutTo(target) {
      for (const [path, ino] of names) {
        const copy = join(target, relative(root, path))
        await mkdir(dirname(copy), { recursive: true })
        await writeFile(copy, contents.get(ino) ?? '')
      }
    },
  }
}
