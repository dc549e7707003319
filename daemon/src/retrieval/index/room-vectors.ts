import { hash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenFiles } from '../../platform/storage/open-files.ts'
import { serialQueue } from '../../platform/storage/serial-queue.ts'
import type { PassageVector, QueryVector } from '../ports.ts'
import { type NearVector, VectorTable } from './vector-table.ts'
import { isPossible, modelOf, VectorsFile } from './vectors-file.ts'

export interface RoomVectorsOptions {
  /** Absolute path of the room; the vectors lie in `vectors` within. */
  readonly room: string
  /** The hashes of all passages that there are now (`vectorHash`); several may be equal. */
  readonly hashes: () => Iterable<string>
  readonly files?: OpenFiles
}

/** Passages that have no vector of a model. */
export interface Lacking {
  readonly count: number
  /** The first of them. */
  readonly hashes: readonly string[]
  /** How many passages have one. */
  readonly embedded: number
}

/** The vectors of one model, in memory and on disk. */
interface ModelVectors {
  readonly model: string
  readonly file: VectorsFile
  table: VectorTable | undefined
  /** Lines of the file that are of no use. */
  dropped: number
  /** Rows whose passages are gone; undefined where passages have come or gone since it was known. */
  unused: number | undefined
}

/**
 * The vectors of the passages of one room, one file per model. Those of one model are in memory at
 * a time, and only they are ever compared.
 */
export class RoomVectors {
  readonly #folder: string
  readonly #hashes: () => Iterable<string>
  readonly #files: OpenFiles
  readonly #inTurn = serialQueue()
  #open: ModelVectors | undefined

  constructor({ room, hashes, files = new OpenFiles() }: RoomVectorsOptions) {
    this.#folder = join(room, 'vectors')
    this.#hashes = hashes
    this.#files = files
  }

  /** To be told whenever passages have come or gone; without passages nothing is kept. */
  changed(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#open) this.#open.unused = undefined
      const [first] = this.#hashes()
      if (first === undefined) await this.#removeAll()
    })
  }

  /** Leaves nothing of passages that are gone in any file; a vector tells much of its text. */
  purge(): Promise<void> {
    return this.#inTurn(async () => {
      for (const model of await this.#models()) {
        const open = await this.#current(model)
        if (open.table && (open.unused ?? 0) > 0) await this.#compact(open, open.table)
      }
    })
  }

  /** Which passages have no vector of that model yet. */
  lacking(model: string, limit: number): Promise<Lacking> {
    return this.#inTurn(async () => {
      const { table } = await this.#current(model)
      const [lacking, embedded] = [new Set<string>(), new Set<string>()]
      for (const passage of this.#hashes()) {
        if (table?.has(passage)) embedded.add(passage)
        else lacking.add(passage)
      }
      // what there is no place for is not waited for
      const count = Math.min(lacking.size, table?.free ?? lacking.size)
      const hashes = [...lacking].slice(0, Math.min(limit, count))
      return { count, hashes, embedded: embedded.size }
    })
  }

  /**
   * Keeps vectors durably, and gives up what is of no use any more once it is more than half. Vectors
   * of another length than the first one, or with something in them that is no number, are left
   * out; where the model makes longer or shorter ones than before, the earlier ones are given up.
   * Throws `STORE_FULL` or `STORE_READONLY`.
   */
  keep(model: string, vectors: readonly PassageVector[]): Promise<void> {
    return this.#inTurn(async () => {
      const open = await this.#current(model)
      await this.#tidy(open)
      const dimensions = vectors.map(({ vector }) => vector.length).find(isPossible)
      if (dimensions === undefined) return
      const { table } = open
      if (table?.dimensions === dimensions) {
        const fresh = vectors.filter(({ hash: passage }) => !table.has(passage))
        await open.file.append(fresh.filter(({ vector }) => table.takes(vector)))
        addAll(table, fresh)
      } else {
        const another = addAll(new VectorTable(dimensions), vectors)
        await open.file.replace(another)
        Object.assign(open, { table: another, dropped: 0, unused: 0 })
      }
    })
  }

  /** The passages nearest to a question by cosine, nearest first; none where that model made none. */
  nearest({ model, vector }: QueryVector, limit: number): Promise<readonly NearVector[]> {
    return this.#inTurn(async () => {
      const { table } = await this.#current(model)
      return table?.nearest(vector, limit) ?? []
    })
  }

  /** Frees the folder, which may then be removed. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#close())
  }

  /** The vectors of that model, with those searched whose passages there are. */
  async #current(model: string): Promise<ModelVectors> {
    if (this.#open?.model !== model) {
      await this.#close()
      this.#open = await this.#read(model)
    }
    this.#open.unused ??= this.#open.table?.want(this.#hashes())
    return this.#open
  }

  async #tidy(open: ModelVectors): Promise<void> {
    const { table, file, dropped, unused = 0 } = open
    if (!table) return
    // of other models' vectors nobody knows which passages are gone
    if (unused > 0) await this.#removeOthers(file.path)
    const isFull = table.free === 0 && unused > 0
    if (!isFull && unused + dropped <= (table.size + dropped) / 2) return
    await this.#compact(open, table)
  }

  async #compact(open: ModelVectors, table: VectorTable): Promise<void> {
    const compacted = table.compacted()
    await open.file.replace(compacted)
    Object.assign(open, { table: compacted, dropped: 0, unused: 0 })
  }

  /** Those that have a file, the open one last. */
  async #models(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const read = names.map((name) => modelOf(join(this.#folder, name)))
    const models = (await Promise.all(read)).filter((model) => model !== undefined)
    const open = this.#open?.model
    return models.toSorted((a, b) => Number(a === open) - Number(b === open))
  }

  async #read(model: string): Promise<ModelVectors> {
    const name = `${hash('sha256', model).slice(0, 32)}.jsonl`
    const file = new VectorsFile(join(this.#folder, name), model, this.#files)
    const { table, dropped } = await file.read()
    return { model, file, table, dropped, unused: undefined }
  }

  async #close(): Promise<void> {
    await this.#open?.file.close()
    this.#open = undefined
  }

  async #removeOthers(kept: string): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      if (path !== kept) await rm(path, { force: true })
    }
  }

  async #removeAll(): Promise<void> {
    await this.#close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

function addAll(table: VectorTable, vectors: readonly PassageVector[]): VectorTable {
  for (const { hash: passage, vector } of vectors) table.add(passage, vector)
  return table
}
