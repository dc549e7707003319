import { randomUUID } from 'node:crypto'
import * as nodeFs from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { AppError } from '../../errors.ts'
import {
  diskFileSystem,
  FILE_MODE,
  type FileSystem,
  FOLDER_MODE,
  isSystemError,
  makeFolder,
  storageError,
  unlessDiskRefuses,
  unlessMissing,
  writeFileDurably,
} from './file-system.ts'

const LOCK = 'daemon.lock'
const PID_FILE = 'daemon.pid'
/** A holder refreshes its lock every 5 s. */
const STALE_MS = 10_000
const STEP_MS = 1000
const heldHere = new Set<string>()

export interface DataFolder {
  readonly path: string
  /** True where the disk is full: what is there can be read. */
  readonly isFull: boolean
  /** Lets another daemon use the folder. */
  release(): Promise<void>
}

export interface DataFolderOptions {
  /** Hears that another process took the folder although it was held here. */
  readonly onLost: (error: Error) => void
  readonly fs?: FileSystem
  /** Names where process ids mean the same processes as here. */
  readonly world?: string
  /** Waits so many milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * Makes the folder ready for this process alone: there, 0700 and locked. A lock of another computer or
 * container is watched for 10 s, since it counts as long as it is refreshed. Throws an `AppError` whose
 * sentence names the folder and what to do: `STORE_READONLY` where it cannot be used, `STORE_FULL`
 * where the disk has no room for the lock, `NOT_AVAILABLE` while another daemon uses it.
 */
export async function openDataFolder(
  path: string,
  options: DataFolderOptions,
): Promise<DataFolder> {
  const { onLost, fs = diskFileSystem, world = processWorld(), pause = setTimeout } = options
  await prepare(path, fs)
  const release = await acquire(path, onLost, { fs, world, pause })
  const pidFile = join(path, PID_FILE)
  try {
    // without the file the lock counts all the same; one of somebody else would betray it
    await fs.rm(pidFile, { force: true })
    const text = `${process.pid}\n${world}\n`
    const isNoted = await unlessDiskRefuses(() => writeFileDurably(pidFile, text, { fs }))
    heldHere.add(path)
    return {
      path,
      isFull: !isNoted,
      async release() {
        await fs.rm(pidFile, { force: true })
        await release()
        heldHere.delete(path)
      },
    }
  } catch (error) {
    await release()
    throw storageError(error)
  }
}

type Locking = Required<Pick<DataFolderOptions, 'fs' | 'world' | 'pause'>>

async function acquire(
  path: string,
  onLost: (error: Error) => void,
  locking: Locking,
): Promise<() => Promise<void>> {
  const lockfilePath = join(path, LOCK)
  const taken = () => {
    const sentence = `Another Shortlist already uses the data folder ${path}. Stop it first, or choose another folder with --data-dir.`
    return new AppError('NOT_AVAILABLE', sentence)
  }
  const refreshed = await refreshedAt(lockfilePath, locking.fs)
  if (refreshed !== undefined) {
    if (await isHeld(path, refreshed, locking)) throw taken()
    // a killed daemon leaves its lock behind
    await locking.fs.rm(lockfilePath, { recursive: true, force: true })
  }
  try {
    return await lock(path, { lockfilePath, stale: STALE_MS, onCompromised: onLost, fs: lockFs })
  } catch (cause) {
    if (isSystemError(cause, 'ELOCKED')) throw taken()
    throw refused(path, 'cannot be locked', cause)
  }
}

/** Some disks have room for an empty file but not for a folder; a name can be taken only once. */
const lockFs = {
  ...nodeFs,
  mkdir(path: string, done: (error: Error | null) => void) {
    nodeFs.mkdir(path, (error) => {
      if (!isFull(error)) return done(error)
      nodeFs.writeFile(path, '', { flag: 'wx', mode: FILE_MODE }, done)
    })
  },
  rmdir(path: string, done: (error: Error | null) => void) {
    nodeFs.rm(path, { recursive: true, force: true }, done)
  },
  rmdirSync(path: string) {
    nodeFs.rmSync(path, { recursive: true, force: true })
  },
}

/** True while a running Shortlist uses a folder that exists; nothing is changed. */
export async function isInUse(path: string): Promise<boolean> {
  const locking = { fs: diskFileSystem, world: processWorld(), pause: setTimeout }
  const refreshed = await refreshedAt(join(path, LOCK), locking.fs)
  return refreshed !== undefined && isHeld(path, refreshed, locking)
}

/** False where the process is gone that has refreshed the lock last, at a time in epoch milliseconds. */
async function isHeld(path: string, refreshed: number, locking: Locking): Promise<boolean> {
  const { fs, world } = locking
  const text = await fs.readFile(join(path, PID_FILE), 'utf8').catch(() => '')
  const [pid, theirs] = text.split('\n')
  if (theirs !== world) return isRefreshed(join(path, LOCK), refreshed, locking)
  // the process id may be somebody else's by now
  return isAlive(Number(pid), path) && Date.now() - refreshed < STALE_MS
}

/** Watches a lock for longer than it may go without being refreshed: clocks of others may be wrong. */
async function isRefreshed(
  lockfile: string,
  before: number,
  { fs, pause }: Locking,
): Promise<boolean> {
  for (let waited = 0; waited <= STALE_MS; waited += STEP_MS) {
    await pause(STEP_MS)
    const now = await refreshedAt(lockfile, fs)
    if (now !== before) return now !== undefined
  }
  return false
}

/** Epoch milliseconds; undefined where there is no lock. */
async function refreshedAt(lockfile: string, fs: FileSystem): Promise<number | undefined> {
  return (await fs.stat(lockfile).catch(unlessMissing))?.mtimeMs
}

function isAlive(pid: number, path: string): boolean {
  // in a container every run may have the same process id
  if (pid === process.pid) return heldHere.has(path)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !isSystemError(error, 'ESRCH')
  }
}

/** This computer, and on Linux its boot and the namespace that process ids are counted in. */
function processWorld(): string {
  try {
    const boot = nodeFs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${nodeFs.readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // other systems have no such namespaces
    return hostname()
  }
}

async function prepare(path: string, fs: FileSystem): Promise<void> {
  try {
    await makeFolder(path, fs)
  } catch (cause) {
    throw refused(path, 'cannot be made', cause)
  }
  const { uid } = await fs.stat(path)
  const own = process.getuid?.()
  if (own !== undefined && uid !== own) throw refused(path, 'belongs to another user')
  const probe = join(path, `.${randomUUID()}.tmp`)
  try {
    await fs.chmod(path, FOLDER_MODE)
    const handle = await fs.open(probe, 'wx', FILE_MODE)
    await handle.close()
    await fs.unlink(probe)
  } catch (cause) {
    // whether there is room for a lock is seen when it is taken
    if (!isFull(cause)) throw refused(path, 'cannot be written to', cause)
  }
}

function refused(path: string, reason: string, cause?: unknown): AppError {
  if (isFull(cause)) {
    const full = `The disk of the data folder ${path} is full, and Shortlist cannot even lock the folder. Free some space and start again.`
    return new AppError('STORE_FULL', full, { cause })
  }
  const sentence = `The data folder ${path} ${reason}. Choose another folder with --data-dir or SHORTLIST_DATA_DIR.`
  return new AppError('STORE_READONLY', sentence, { cause })
}

function isFull(error: unknown): boolean {
  return isSystemError(error, 'ENOSPC', 'EDQUOT')
}
