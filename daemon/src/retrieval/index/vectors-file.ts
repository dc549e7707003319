import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { AppendFile } from '../../platform/storage/append-file.ts'
import { FOLDER_MODE } from '../../platform/storage/file-system.ts'
import type { OpenFiles } from '../../platform/storage/open-files.ts'
import { json } from '../../platform/storage/split-journal.ts'
import type { PassageVector } from '../ports.ts'
import { VectorTable } from './vector-table.ts'

const VERSION = 1
const NEWLINE = 10
const HEADER_MAX_BYTES = 4096
/** Many times what models make. */
const DIMENSIONS_MAX = 65_536

const Header = z.object({
  v: z.literal(VERSION),
  model: z.string(),
  dimensions: z.number().refine(isPossible),
})
type Header = z.infer<typeof Header>

const Row = z.object({ hash: z.string().min(1), vector: z.string() })

/** Whether vectors may be that long. */
export function isPossible(dimensions: number): boolean {
  return Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= DIMENSIONS_MAX
}

/** The model whose vectors lie in that file; undefined where it is no such file. */
export async function modelOf(path: string): Promise<string | undefined> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_MAX_BYTES), 0)
    const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE)
    return Header.safeParse(json(buffer.subarray(0, Math.max(0, end)))).data?.model
  } finally {
    await handle.close()
  }
}

/** What a file held. */
export interface ReadVectors {
  /** Undefined where there is no file, or none of this version and model. */
  readonly table: VectorTable | undefined
  /** Rows that are of no use: damaged, cut off, of another length. */
  readonly dropped: number
}

/**
 * The vectors of one model on disk, as JSON lines: `{"v","model","dimensions"}`, then
 * `{"hash","vector"}` with the vector as base64 of its numbers, Float32 little endian. Writing
 * throws `STORE_FULL` or `STORE_READONLY`; the file then holds what it held before.
 */
export class VectorsFile {
  readonly path: string
  readonly #model: string
  readonly #files: OpenFiles
  readonly #lines: AppendFile
  #dimensions = 0

  constructor(path: string, model: string, files: OpenFiles) {
    this.path = path
    this.#model = model
    this.#files = files
    this.#lines = new AppendFile({ path, files, header: () => this.#header() })
  }

  async read(): Promise<ReadVectors> {
    const { torn } = await this.#lines.ends()
    if (torn > 0) await this.#lines.cut(torn)
    const bytes = await this.#lines.read()
    const end = bytes.indexOf(NEWLINE)
    const { data: header } = Header.safeParse(json(bytes.subarray(0, Math.max(0, end))))
    if (header?.model !== this.#model) return { table: undefined, dropped: 0 }
    this.#dimensions = header.dimensions
    const table = new VectorTable(header.dimensions)
    const dropped = fill(table, bytes, end + 1) + (torn > 0 ? 1 : 0)
    return { table, dropped }
  }

  /** Adds vectors of the length that the file has. */
  async append(vectors: readonly PassageVector[]): Promise<void> {
    await this.#lines.append(vectors.map(line).join(''))
  }

  /** Holds what the table holds from now on, and nothing else. */
  async replace(table: VectorTable): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: FOLDER_MODE })
    this.#dimensions = table.dimensions
    const lines = [Buffer.from(`${this.#header()}\n`)]
    for (let row = 0; row < table.size; row++) lines.push(Buffer.from(line(table.at(row))))
    await this.#lines.replace(Buffer.concat(lines))
  }

  close(): Promise<void> {
    return this.#files.close(this.path)
  }

  #header(): string {
    const header: Header = { v: VERSION, model: this.#model, dimensions: this.#dimensions }
    return JSON.stringify(header)
  }
}

function line({ hash, vector }: PassageVector): string {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
  return `${JSON.stringify({ hash, vector: bytes.toString('base64') })}\n`
}

/** Gives how many lines are no rows of this table. */
function fill(table: VectorTable, bytes: Buffer, start: number): number {
  const vector = new Float32Array(table.dimensions)
  const into = Buffer.from(vector.buffer)
  let dropped = 0
  const end = bytes.lastIndexOf(NEWLINE) + 1
  for (let from = start; from < end; ) {
    const to = bytes.indexOf(NEWLINE, from)
    const row = Row.safeParse(json(bytes.subarray(from, to))).data
    if (!row || !decoded(row.vector, into) || !table.add(row.hash, vector)) dropped += 1
    from = to + 1
  }
  return dropped
}

/** False where the text does not stand for exactly that many bytes. */
function decoded(base64: string, into: Buffer): boolean {
  const padded = Math.ceil(into.byteLength / 3) * 4
  return base64.length === padded && into.write(base64, 'base64') === into.byteLength
}
