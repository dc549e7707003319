import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { freshFolder } from '../../../../../.config/testing/fresh-folder.ts'
import { AccountVectors } from '../account-vectors.ts'

/** The model of the vectors, unless a test says otherwise. */
export const MODEL = 'embedder'

/** A home with passages that come and go, and their vectors. */
export async function newVectors(...passages: readonly string[]) {
  const home = await freshFolder()
  const there = new Set(passages)
  const open = () => {
    const vectors = new AccountVectors(home, () => there)
    onTestFinished(() => vectors.close())
    return vectors
  }
  const vectors = open()
  const reopen = () => {
    vectors.close()
    return open()
  }
  /** The vectors as they are, then as they are found again. */
  const twice = [() => vectors, reopen]
  return { there, open, file: join(home, 'vectors.db'), vectors, twice }
}

/** What a database of vectors holds, which may be open elsewhere: `<model> <hash>` each, sorted. */
export async function keptIn(file: string): Promise<readonly string[]> {
  const copy = join(await freshFolder(), 'copy.db')
  for (const end of ['', '-wal']) {
    await cp(`${file}${end}`, `${copy}${end}`).catch((error) => {
      if (end === '' || error.code !== 'ENOENT') throw error
    })
  }
  const db = new DatabaseSync(copy)
  const sql = 'select name, hash from vectors join models on models.id = model'
  const rows = db.prepare(sql).all()
  db.close()
  await rm(join(copy, '..'), { recursive: true })
  return rows.map(({ name, hash }) => `${name} ${hash}`).sort()
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
