import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission to write there',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it is a file, not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EPERM: 'you have no permission to write there',
  EROFS: 'the disk is read-only',
}

/** What the system says against a path, in words that follow the name of the path. */
export function reasonOf(error: unknown): string {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && syscall?.startsWith('mkd')) return 'no folder can be made there'
  return reasons[code] ?? message
}

/** The folder, or the nearest one above it that exists. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/**
 * Writes into a folder, or where it would be made, and removes that again; resolves to the reason why
 * the folder cannot be used, or to undefined where it can.
 */
export async function tryFolder(folder: string): Promise<string | undefined> {
  const nearest = nearestFolder(folder)
  const entry = statSync(nearest)
  if (!entry.isDirectory()) {
    return nearest === folder ? reasons.EEXIST : `${nearest} is a file, not a folder`
  }
  const own = process.getuid?.()
  if (nearest === folder && own !== undefined && entry.uid !== own) {
    return 'it belongs to another user'
  }
  let probe: string | undefined
  try {
    probe = await mkdtemp(join(nearest, '.shortlist-probe-'))
    await writeFile(join(probe, 'probe'), Buffer.alloc(64 * 1024), { flush: true })
    return undefined
  } catch (error) {
    return reasonOf(error)
  } finally {
    if (probe !== undefined) await rm(probe, { recursive: true, force: true })
  }
}
