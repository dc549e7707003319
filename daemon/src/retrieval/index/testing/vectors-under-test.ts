import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { failingDisk } from '../../../../test/failing-disk.ts'
import { OpenFiles } from '../../../platform/storage/open-files.ts'
import { RoomVectors } from '../room-vectors.ts'

/** The model of the vectors, unless a test says otherwise. */
export const MODEL = 'embedder'

/** A room with passages that come and go, and their vectors. */
export async function newVectors(...passages: readonly string[]) {
  const room = await mkdtemp(join(tmpdir(), 'vectors-'))
  onTestFinished(() => rm(room, { recursive: true, force: true }))
  const there = new Set(passages)
  const disk = failingDisk()
  const open = () => {
    const files = new OpenFiles(disk.fs)
    const vectors = new RoomVectors({ room, hashes: () => there, files })
    onTestFinished(() => vectors.close())
    return vectors
  }
  const folder = join(room, 'vectors')
  const file = async () => {
    const [name = ''] = await readdir(folder)
    return join(folder, name)
  }
  return { there, open, disk, folder, file, vectors: open() }
}

/** The vector of a passage. */
export const vectorOf = (hash: string, ...numbers: readonly number[]) => ({
  hash,
  vector: Float32Array.from(numbers),
})
/** The vector of a question. */
export const query = (...numbers: readonly number[]) => ({
  model: MODEL,
  vector: Float32Array.from(numbers),
})
/** What was found, by hash. */
export const hashesOf = (near: readonly { readonly hash: string }[]) => near.map(({ hash }) => hash)
