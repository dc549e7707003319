import { z } from 'zod'
import { UPLOAD_MAX_FILES } from './limits.ts'
import { Source } from './source.ts'

const count = z.number().int().min(0)
const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

/** One file of an upload; `reason` is a sentence, there where nothing was indexed. */
export const UploadedFile = z
  .object({
    path: z.string(),
    status: z.enum(['indexed', 'unchanged', 'skipped', 'failed']),
    reason: z.string().optional(),
    /** Passages that the file has in the index. */
    passages: count.optional(),
  })
  .meta({ id: 'UploadedFile' })
export type UploadedFile = z.infer<typeof UploadedFile>

/** A folder of the account, by the name of its root; sizes in bytes. */
export const IndexedFolder = z
  .object({
    id: Id,
    name: z.string(),
    files: count,
    bytes: count,
    passages: count,
    /** ISO 8601, UTC. */
    updatedAt: z.string(),
    /** Files that are damaged on the disk and answer nothing until they are uploaded again. */
    damaged: count.optional(),
  })
  .meta({ id: 'IndexedFolder' })
export type IndexedFolder = z.infer<typeof IndexedFolder>

/** An indexed file; `id` changes with its content. */
export const IndexedFile = z
  .object({
    id: Id,
    folderId: Id,
    path: z.string(),
    bytes: count,
    passages: count,
    /** True where its text is damaged on the disk. */
    isDamaged: z.boolean().optional(),
  })
  .meta({ id: 'IndexedFile' })
export type IndexedFile = z.infer<typeof IndexedFile>

/**
 * What became of an upload. `totalFiles`, `filesProcessed` and `totalChunks` are the specification's:
 * files received, files in the index now, and their passages. `missing` are files that the index has
 * of the same folder and that this upload did not have; they stay until somebody removes them.
 */
export const UploadReply = z
  .object({
    message: z.string(),
    filesProcessed: count,
    totalFiles: count,
    totalChunks: count,
    files: z.array(UploadedFile),
    folders: z.array(IndexedFolder),
    missing: z.array(IndexedFile),
  })
  .meta({ id: 'UploadReply' })
export type UploadReply = z.infer<typeof UploadReply>

export const FolderList = z
  .object({
    folders: z.array(IndexedFolder),
    /** Passages that have no vector yet; 0 where no model server makes any. */
    unembedded: count,
  })
  .meta({ id: 'FolderList' })
export type FolderList = z.infer<typeof FolderList>

export const FileList = z
  .object({ message: z.string(), files: z.array(IndexedFile) })
  .meta({ id: 'FileList' })

export const FilesToRemove = z
  .object({ fileIds: z.array(Id).min(1).max(UPLOAD_MAX_FILES) })
  .meta({ id: 'FilesToRemove' })

/** A source with the lines around it. `lines` begins at line `from` of `totalLines`. */
export const SourceView = z
  .object({
    source: Source,
    from: count,
    lines: z.array(z.string()),
    totalLines: count,
  })
  .meta({ id: 'SourceView' })
export type SourceView = z.infer<typeof SourceView>

export const FolderPath = z.object({ userId: z.string(), folderId: Id })
export const FilePath = z.object({ userId: z.string(), fileId: Id })
/** Lines of a file as the index has it, counted from 1. */
export const LineQuery = z.object({
  first: z.coerce.number().int().min(1).max(10_000_000),
  last: z.coerce.number().int().min(1).max(10_000_000),
})
