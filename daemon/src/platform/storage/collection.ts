import { dirname } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { type DurableJsonOptions, durableJsonFile } from './durable-json-file.ts'
import { diskFileSystem, type FileSystem, makeFolder } from './file-system.ts'
import { groupCommit } from './serial-queue.ts'

/** How a collection lies in its document; pairs, because an id may be any text. */
export type Rows<Row> = [id: string, row: Row][]

/**
 * Rows by id, kept in memory and in one document. What is read has reached the disk: a change shows
 * when its promise resolves, and one that could not be stored leaves everything as it was.
 */
export interface Collection<Row> {
  get(id: string): Row | undefined
  values(): IterableIterator<Row>
  entries(): IterableIterator<[id: string, row: Row]>
  put(id: string, row: Row): Promise<void>
  /** Nothing happens where there is no such row. */
  remove(id: string): Promise<void>
  /**
   * Several reads and changes as one: no other change comes between them. Where `work` throws,
   * nothing changes and the promise rejects with what was thrown.
   */
  change<Result>(work: (rows: Map<string, Row>) => Result): Promise<Result>
}

interface CollectionFile extends Pick<DurableJsonOptions, 'version' | 'report'> {
  readonly fs?: FileSystem | undefined
  /** A sentence about what begins anew where the file is lost. */
  readonly lost: string
}

/**
 * Opens a collection in a file of its own, whose folder is made; one that is lost is set aside, told,
 * and begins empty. Throws `STORE_NEWER`.
 */
export async function openCollectionFile<Row>(
  path: string,
  row: z.ZodType<Row>,
  options: CollectionFile,
): Promise<Collection<Row>> {
  const { fs = diskFileSystem } = options
  await makeFolder(dirname(path), fs)
  return openCollection(durableJsonFile(path, { ...options, fs, isDisposable: true }), row)
}

/** Opens a collection; throws `INTERNAL` when one of its rows is not of the expected shape. */
export async function openCollection<Row>(
  adapter: Adapter<Rows<Row>>,
  row: z.ZodType<Row>,
): Promise<Collection<Row>> {
  const db = new Low<Rows<Row>>(adapter, [])
  await db.read()
  const read = z.array(z.tuple([z.string(), row])).safeParse(db.data)
  if (!read.success)
    throw new AppError('INTERNAL', `Stored data is damaged: ${z.prettifyError(read.error)}`)
  let rows = new Map(read.data)

  const commit = groupCommit<(draft: Map<string, Row>) => Map<string, Row>>(async (changes) => {
    const draft = changes.reduce((before, change) => change(before), rows)
    if (draft === rows) return
    db.data = [...draft]
    await db.write()
    rows = draft
  })

  async function change<Result>(work: (rows: Map<string, Row>) => Result): Promise<Result> {
    let outcome: { value: Result } | { error: unknown } | undefined
    await commit((before) => {
      const draft = new Map(before)
      try {
        outcome = { value: work(draft) }
        return draft
      } catch (error) {
        outcome = { error }
        return before
      }
    })
    if (!outcome || 'error' in outcome) throw outcome?.error
    return outcome.value
  }

  return {
    get: (id) => rows.get(id),
    values: () => rows.values(),
    entries: () => rows.entries(),
    change,
    put: (id, value) => change((draft) => void draft.set(id, value)),
    remove: (id) => change((draft) => void draft.delete(id)),
  }
}
