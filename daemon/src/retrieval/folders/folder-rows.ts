import { z } from 'zod'
import type { Projection, RecordKind, Tables } from '../../platform/records/record-log.ts'

const count = z.int().min(0)
const StoredFile = z.object({
  id: z.string(),
  path: z.string(),
  sha256: z.string(),
  bytes: count,
  passages: count,
})

/** Files with what is kept of each, and nothing else. */
export const StoredFiles = z.array(StoredFile)

/** What happens to the folders of an account; each row shows as a whole. `at` is ISO 8601, UTC. */
export const FolderRow = z.discriminatedUnion('kind', [
  /** Files of a `put` that follows; they show with it, and never without. */
  z.object({ kind: z.literal('part'), change: z.string(), files: StoredFiles }),
  z.object({
    kind: z.literal('put'),
    folderId: z.string(),
    name: z.string(),
    at: z.string(),
    /** Each in the place of the one under its path. */
    files: StoredFiles,
    /** How many there were in their places. */
    replaced: count,
    /** Of the parts that belong to it. */
    change: z.string().optional(),
  }),
  z.object({ kind: z.literal('files-removed'), at: z.string(), fileIds: z.array(z.string()) }),
  z.object({ kind: z.literal('folder-removed'), folderId: z.string() }),
  /** The records of these files turned out to be damaged. */
  z.object({ kind: z.literal('damaged'), fileIds: z.array(z.string()) }),
])
export type FolderRow = z.infer<typeof FolderRow>

/** Whose folders a log is about. */
export const FolderHead = z.object({ userId: z.string() })
export type FolderHead = z.infer<typeof FolderHead>

/**
 * Files of a part lie under its change in place of a folder until they are put. `spare` is 0 where a
 * log says nothing of files that are gone or were replaced.
 */
const tables = `
create table folders_folders (
  id text primary key, log text not null, name text not null, updated_at text not null
) without rowid;
create index folders_folders_by_name on folders_folders (log, name, id);
create table folders_files (
  folder text not null, path text not null, id text unique not null, sha256 text not null,
  bytes integer not null, passages integer not null, is_damaged integer not null default 0,
  primary key (folder, path)
) without rowid;
create table folders_parts (change text primary key, log text not null) without rowid;
create table folders_logs (log text primary key, spare integer not null) without rowid;
`

const projection: Projection<FolderRow, FolderHead> = {
  name: 'folders',
  version: 1,
  tables,
  apply(tables, row, { log }) {
    if (row.kind === 'part') {
      tables.run('insert or ignore into folders_parts values (?, ?)', row.change, log)
      insert(tables, row.change, row.files)
    } else if (row.kind === 'put') put(tables, log, row)
    else if (row.kind === 'files-removed') removeFiles(tables, row)
    else if (row.kind === 'folder-removed') {
      tables.run('delete from folders_files where folder = ?', row.folderId)
      tables.run('delete from folders_folders where id = ?', row.folderId)
    } else {
      for (const id of row.fileIds)
        tables.run('update folders_files set is_damaged = 1 where id = ?', id)
    }
    const isGone = row.kind === 'files-removed' || row.kind === 'folder-removed'
    const spare = row.kind === 'put' ? row.replaced : Number(isGone)
    const sql = `insert into folders_logs values (?, ?)
      on conflict do update set spare = spare + excluded.spare`
    tables.run(sql, log, spare)
  },
  forget(tables, log) {
    forgetParts(tables, log)
    const own = 'select id from folders_folders where log = ?'
    tables.run(`delete from folders_files where folder in (${own})`, log)
    tables.run('delete from folders_folders where log = ?', log)
    tables.run('delete from folders_logs where log = ?', log)
  },
}

type Row<Kind> = Extract<FolderRow, { kind: Kind }>

/** Takes out parts that nothing was put of; false where there are none. */
export function forgetParts(tables: Tables, log: string): boolean {
  const changes = tables.all('select change from folders_parts where log = ?', log)
  for (const { change } of changes)
    tables.run('delete from folders_files where folder = ?', String(change))
  tables.run('delete from folders_parts where log = ?', log)
  return changes.length > 0
}

function put(tables: Tables, log: string, row: Row<'put'>): void {
  const { folderId, name, at, files, change } = row
  const folder = `insert into folders_folders values (?, ?, ?, ?)
    on conflict do update set name = excluded.name, updated_at = excluded.updated_at`
  tables.run(folder, folderId, log, name, at)
  if (change !== undefined) {
    if (change !== folderId) {
      const move = 'update or replace folders_files set folder = ? where folder = ?'
      tables.run(move, folderId, change)
    }
    tables.run('delete from folders_parts where change = ?', change)
  }
  insert(tables, folderId, files)
}

function insert(tables: Tables, folderId: string, files: Row<'put'>['files']): void {
  const file = `insert or replace into folders_files (folder, path, id, sha256, bytes, passages)
    values (?, ?, ?, ?, ?, ?)`
  for (const { path, id, sha256, bytes, passages } of files)
    tables.run(file, folderId, path, id, sha256, bytes, passages)
}

/** A folder that is left without files goes. */
function removeFiles(tables: Tables, { at, fileIds }: Row<'files-removed'>): void {
  const folders = new Set<string>()
  for (const id of fileIds) {
    const file = tables.get('select folder from folders_files where id = ?', id)
    if (file) folders.add(String(file.folder))
    tables.run('delete from folders_files where id = ?', id)
  }
  const empty = `delete from folders_folders
    where id = ? and not exists (select 1 from folders_files where folder = ?)`
  for (const folder of folders) {
    tables.run('update folders_folders set updated_at = ? where id = ?', at, folder)
    tables.run(empty, folder, folder)
  }
}

/** A path begins with its folder's name; files that were sent without one share a folder. */
export function folderNameOf(path: string): string {
  return path.includes('/') ? (path.split('/', 1)[0] ?? '') : 'Files'
}

/** The folders of each account in a log of its own. */
export const folderKind: RecordKind<FolderRow, FolderHead> = {
  version: 1,
  row: FolderRow,
  head: FolderHead,
  projection,
}
