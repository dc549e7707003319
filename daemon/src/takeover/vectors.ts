import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isSystemError } from '../platform/storage/file-system.ts'
import { parseJson } from '../platform/storage/parse-json.ts'
import type { PassageVector } from '../retrieval/ports.ts'

export interface VectorTakeover {
  /** Hears in one sentence what had to be left lying. */
  readonly report: (sentence: string) => void
  readonly keep: (model: string, vectors: readonly PassageVector[]) => Promise<void>
}

const Header = z.object({ v: z.literal(1), model: z.string(), dimensions: z.int().min(1) })
const Row = z.object({ hash: z.string().min(1), vector: z.base64() })
const AT_ONCE = 500

/**
 * Takes over the vectors of a home that 0.2.0 kept as lines of JSON, `<home>/vectors/*.jsonl`: the
 * model first, then a hash and base64 of Float32 each. Damaged lines are left out: vectors can be made
 * again. Where a disk refuses them they stay as they lie, for the next time.
 */
export async function takeOverVectors(home: string, takeover: VectorTakeover): Promise<void> {
  const place = join(home, 'vectors')
  try {
    for (const name of await readdir(place)) {
      if (name.endsWith('.jsonl')) await takeOverFile(join(place, name), takeover)
    }
    await rm(place, { recursive: true, force: true })
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return
    const reason = error instanceof Error ? error.message : String(error)
    takeover.report(`Vectors of files could not be taken over; it is tried again: ${reason}`)
  }
}

async function takeOverFile(path: string, { keep }: VectorTakeover): Promise<void> {
  const file = await open(path)
  try {
    let header: z.infer<typeof Header> | undefined
    let vectors: PassageVector[] = []
    for await (const line of file.readLines()) {
      if (!header) {
        header = Header.safeParse(parseJson(line)).data
        if (!header) return
        continue
      }
      const row = Row.safeParse(parseJson(line)).data
      const bytes = Uint8Array.from(Buffer.from(row?.vector ?? '', 'base64'))
      if (!row || bytes.byteLength !== header.dimensions * 4) continue
      vectors.push({ hash: row.hash, vector: new Float32Array(bytes.buffer) })
      if (vectors.length < AT_ONCE) continue
      await keep(header.model, vectors)
      vectors = []
    }
    if (header && vectors.length > 0) await keep(header.model, vectors)
  } finally {
    await file.close()
  }
}
