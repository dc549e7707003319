import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes of every file below a folder, one letter each (Latin-1), by path. */
export async function contentsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const contents = paths.map(async (path) => [path, await readFile(path, 'latin1')] as const)
  return new Map(await Promise.all(contents))
}
