import { z } from 'zod'
import type { JsonText } from '../../platform/storage/durable-json-file.ts'
import { rowsJson } from '../../platform/storage/rows-json.ts'
import type { StoredFile, StoredFolder } from '../ports.ts'
import { inTurns } from './in-turns.ts'

export const MANIFEST_VERSION = 1

const count = z.int().min(0)
const Head = z.object({ name: z.string(), updatedAt: z.string() })
const Line = z.tuple([z.string(), z.string(), z.string(), count, count])
const Row = z.union([Line, Head])

/** A manifest begins with what its folder is called, then has a line for each file. */
type Item = z.infer<typeof Head> | StoredFile

/** A folder as its manifest has it: the id is the manifest's name. */
export type FolderContent = Omit<StoredFolder, 'id'>

/** How a manifest becomes JSON and back, in pieces. Reading throws where a row has another shape. */
export const manifestJson: JsonText<readonly Item[]> = rowsJson<Item, unknown>(toRow, fromRow)

export function* itemsOf({ name, updatedAt, files }: FolderContent): Generator<Item> {
  yield { name, updatedAt }
  yield* files.values()
}

/** Undefined where the items are not those of a folder. */
export async function contentOf(items: readonly Item[]): Promise<FolderContent | undefined> {
  const [head] = items
  if (!head || 'id' in head) return undefined
  const files = new Map<string, StoredFile>()
  for await (const some of inTurns(items)) {
    for (const item of some) if ('id' in item) files.set(item.path, item)
  }
  return { ...head, files }
}

function toRow(item: Item): z.infer<typeof Row> {
  if (!('id' in item)) return item
  const { id, path, sha256, bytes, passages } = item
  return [id, path, sha256, bytes, passages]
}

function fromRow(value: unknown): Item {
  const row = Row.parse(value)
  if (!Array.isArray(row)) return row
  const [id, path, sha256, bytes, passages] = row
  return { id, path, sha256, bytes, passages }
}
