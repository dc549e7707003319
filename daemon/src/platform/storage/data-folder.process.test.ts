import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { failingDisk } from '../../../test/failing-disk.ts'
import { isInUse, openDataFolder } from './data-folder.ts'
import { diskFileSystem } from './file-system.ts'

const onLost = (error: Error) => expect.unreachable(error.message)

async function freshPath(): Promise<string> {
  return join(await freshFolder(), 'deep', 'data')
}

it('makes the folder for its owner alone and tightens one that was open to others', async () => {
  const path = await freshPath()
  await mkdir(path, { recursive: true })
  await chmod(path, 0o755)

  const folder = await openDataFolder(path, { onLost })

  expect((await stat(path)).mode & 0o777).toBe(0o700)
  await folder.release()
})

it('refuses a second daemon with a sentence and admits it after the first has left', async () => {
  const path = await freshPath()
  const first = await openDataFolder(path, { onLost })

  const second = openDataFolder(path, { onLost })
  await expect(second).rejects.toMatchObject({
    code: 'NOT_AVAILABLE',
    message: expect.stringContaining(`Another Shortlist already uses the data folder ${path}.`),
  })
  await first.release()

  await (await openDataFolder(path, { onLost })).release()
})

/** A lock that this process does not hold, with what its holder has noted. */
async function lockedFolder(...noted: readonly (string | number | undefined)[]) {
  const path = await freshPath()
  const lockfile = join(path, 'daemon.lock')
  await mkdir(lockfile, { recursive: true })
  await writeFile(join(path, 'daemon.pid'), noted.map((line) => `${line}\n`).join(''))
  const pauses: number[] = []
  const refresh = () => utimes(lockfile, new Date(), new Date(Date.now() + pauses.length))
  const open = (onPause = async () => {}) => {
    const pause = async (ms: number) => {
      pauses.push(ms)
      await onPause()
    }
    return openDataFolder(path, { onLost, world: 'here', pause })
  }
  return { path, lockfile, open, pauses, refresh }
}

it('takes over at once from a daemon that was killed', async () => {
  const gone = spawn(process.execPath, ['--version'])
  await once(gone, 'exit')
  const { open, pauses } = await lockedFolder(gone.pid, 'here')

  await (await open()).release()

  expect(pauses).toEqual([])
})

it('leaves the lock of a living process alone', async () => {
  const { open, pauses } = await lockedFolder(process.ppid, 'here')

  await expect(open()).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  expect(pauses).toEqual([])
})

it.each([
  ['another world', 'there'],
  ['an unknown world', undefined],
])('never touches a lock of %s that is being refreshed, whatever its clock', async (_, world) => {
  const gone = 2 ** 30
  const { open, pauses, refresh, lockfile } = await lockedFolder(gone, world ?? '')
  await utimes(lockfile, 0, 0)
  const before = await stat(lockfile)

  const opening = open(async () => {
    if (pauses.length === 5) await refresh()
  })

  await expect(opening).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  expect(pauses).toHaveLength(5)
  expect((await stat(lockfile)).ino).toBe(before.ino)
})

it('takes a lock of another world once nobody has refreshed it for more than ten seconds', async () => {
  const { open, pauses } = await lockedFolder(process.ppid, 'there')

  await (await open()).release()

  expect(pauses.reduce((sum, ms) => sum + ms)).toBeGreaterThan(10_000)
})

it('takes a lock of another world at once when it is released', async () => {
  const { open, pauses, lockfile } = await lockedFolder(1, 'there')

  await (await open(() => rm(lockfile, { recursive: true }))).release()

  expect(pauses).toHaveLength(1)
})

it('tells whether a folder is in use, and changes nothing', async () => {
  const path = await freshPath()
  const folder = await openDataFolder(path, { onLost })

  expect(await isInUse(path)).toBe(true)
  const owner = await readFile(join(path, 'daemon.pid'), 'utf8')
  await folder.release()
  expect(await isInUse(path)).toBe(false)
  await mkdir(join(path, 'daemon.lock'))
  const gone = spawn(process.execPath, ['--version'])
  await once(gone, 'exit')
  await writeFile(join(path, 'daemon.pid'), owner.replace(`${process.pid}`, `${gone.pid}`))
  expect(await isInUse(path)).toBe(false)
  expect(existsSync(join(path, 'daemon.lock'))).toBe(true)
})

it.skipIf(!existsSync('/proc/self'))('refuses a place that takes no folders', async () => {
  await expect(openDataFolder('/proc/nowhere/data', { onLost })).rejects.toMatchObject({
    code: 'STORE_READONLY',
    message: expect.stringContaining('The data folder /proc/nowhere/data cannot be made.'),
  })
})

it('names a folder that cannot be made, written to or that is somebody else’s', async () => {
  const path = await freshPath()
  const denied = async () => {
    throw Object.assign(new Error('denied'), { code: 'EACCES' })
  }
  const open = (fs: Partial<typeof diskFileSystem>) =>
    openDataFolder(path, { onLost, fs: { ...diskFileSystem, ...fs } })
  const stranger = async () => Object.assign(await stat(path), { uid: 4_000_000 })

  await expect(open({ mkdir: denied })).rejects.toThrow(`The data folder ${path} cannot be made.`)
  await expect(open({ open: denied })).rejects.toThrow('cannot be written to')
  await expect(open({ stat: stranger as never })).rejects.toThrow('belongs to another user')
})

it('holds the folder on a disk that takes no process id, and leaves none of somebody else', async () => {
  const path = await freshPath()
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'daemon.pid'), '1073741824\nhere\n')
  const disk = failingDisk()
  disk.fail('write', 'ENOSPC')

  const folder = await openDataFolder(path, { onLost, world: 'here', fs: disk.fs })

  expect(folder.isFull).toBe(true)
  expect(await readdir(path)).toEqual(['daemon.lock'])
  await folder.release()
  expect(await readdir(path)).toEqual([])
})
