import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

export interface DatabaseOptions {
  /** Changes with the tables and with what is put into them. */
  readonly version: number
  /** SQL that makes the tables. */
  readonly schema: string
  /** Whether what the tables hold agrees. */
  readonly isSound?: (db: DatabaseSync) => boolean
}

/**
 * The write-ahead log with `synchronous = normal` stays sound through a kill and a power cut and
 * costs few flushes; what it may lose can be made again. No other process reads the file, so the
 * lock is exclusive, which needs no shared memory. No memory map: a file that somebody cuts short
 * would end the process. What is deleted is overwritten.
 */
const settings = `
pragma locking_mode = exclusive;
pragma journal_mode = wal;
pragma synchronous = normal;
pragma wal_autocheckpoint = 4000;
pragma journal_size_limit = 4194304;
pragma cache_size = -8000;
pragma mmap_size = 0;
pragma temp_store = memory;
pragma secure_delete = on;
`

/** Results of SQLite that say that the file is no good: IOERR, CORRUPT, FORMAT, NOTADB. */
const damages: ReadonlySet<number> = new Set([10, 11, 24, 26])
const NO_SUCH_TABLE = 1
/** Results that say that the disk takes nothing: READONLY, FULL, CANTOPEN. */
const refusals: ReadonlySet<number> = new Set([8, 13, 14])
/** BUSY: another process has it. */
const BUSY = 5

/** Whether this failure of SQLite means that the file has to be made again. */
export function isDamage(failure: unknown): boolean {
  return damages.has(resultOf(failure))
}

/** Whether it means that nothing can be written. */
export function isRefusal(failure: unknown): boolean {
  return refusals.has(resultOf(failure))
}

/** Whether it means that another process holds the file. */
export function isHeld(failure: unknown): boolean {
  return resultOf(failure) === BUSY
}

/** The primary result code of SQLite; 0 where the failure is none of SQLite's. */
export function resultOf(failure: unknown): number {
  const code = failure instanceof Error && 'errcode' in failure ? failure.errcode : 0
  return typeof code === 'number' ? code & 0xff : 0
}

/**
 * Opens a database of what can be made again, and makes a new one where there is none, where it is
 * damaged or of another version. Throws where another process holds it, and where none can be written.
 */
export function openDatabase(file: string, options: DatabaseOptions): DatabaseSync {
  const wasKilled = existsSync(`${file}-wal`)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
    const kept = tryOpen(file, wasKilled, options)
    if (kept) return kept
  }
  removeDatabase(file)
  try {
    // for its owner alone; SQLite gives its other files the mode of this one
    writeFileSync(file, '', { mode: 0o600 })
  } catch {
    // SQLite says why there can be none
  }
  const db = new DatabaseSync(file)
  try {
    db.exec(settings)
    db.exec(`begin; ${options.schema} pragma user_version = ${options.version}; commit;`)
    return db
  } catch (failure) {
    db.close()
    throw failure
  }
}

/** Also whatever else stands in its place: nobody but this program keeps anything under that name. */
export function removeDatabase(file: string): void {
  for (const each of [file, checksumFileOf(file)]) rmSync(each, { force: true, recursive: true })
  for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
}

function checksumFileOf(file: string): string {
  return `${file}.checksum`
}

/** Leaves a closed database with its checksum: a letter that changes in it later is nothing that SQLite notices. */
export function keepChecksum(file: string): void {
  // somebody may have deleted it while it was open
  if (!existsSync(file)) return
  try {
    writeFileSync(checksumFileOf(file), checksumOf(file), { mode: 0o600 })
  } catch {
    // without it the next opening has to look for itself
    rmSync(checksumFileOf(file), { force: true, recursive: true })
  }
}

/** Whether the checksum is there and right, which holds for one opening; a file that has another goes. */
export function takeChecksum(file: string): boolean {
  try {
    const isRight = readFileSync(checksumFileOf(file), 'utf8') === checksumOf(file)
    if (isRight) rmSync(checksumFileOf(file))
    else removeDatabase(file)
    return isRight
  } catch {
    // there is none after a kill
    return false
  }
}

const PIECE_BYTES = 1024 * 1024

/** Of a whole file, a piece at a time. Throws the system's error. */
function checksumOf(file: string): string {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  const handle = openSync(file, 'r')
  try {
    let sum = 0
    for (let read = 1; read > 0; ) {
      read = readSync(handle, piece)
      sum = crc32(piece.subarray(0, read), sum)
    }
    return String(sum)
  } finally {
    closeSync(handle)
  }
}

function tryOpen(
  file: string,
  wasKilled: boolean,
  { version, isSound }: DatabaseOptions,
): DatabaseSync | undefined {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file)
    db.exec(settings)
    const isOfVersion = numberIn(db, 'pragma user_version') === version
    if (isOfVersion && isWhole(db, file, wasKilled) && isSound?.(db) !== false) return db
  } catch (failure) {
    db?.close()
    // a file that is busy or out of reach may be a good one; tables that are missing make no index
    if (isDamage(failure) || resultOf(failure) === NO_SUCH_TABLE) return undefined
    throw failure
  }
  db?.close()
  return undefined
}

function isWhole(db: DatabaseSync, file: string, wasKilled: boolean): boolean {
  db.exec('pragma wal_checkpoint(truncate)')
  const bytes = numberIn(db, 'pragma page_count') * numberIn(db, 'pragma page_size')
  if (statSync(file).size !== bytes) return false
  return !wasKilled || valueIn(db, 'pragma quick_check(1)') === 'ok'
}

/** The only number that a query gives. */
export function numberIn(db: DatabaseSync, sql: string): number {
  return Number(valueIn(db, sql))
}

function valueIn(db: DatabaseSync, sql: string): unknown {
  const [value] = Object.values(db.prepare(sql).get() ?? {})
  return value
}
