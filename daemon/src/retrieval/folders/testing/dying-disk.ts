import type { FileHandle } from 'node:fs/promises'
import { diskFileSystem, type FileSystem } from '../../../platform/storage/file-system.ts'

export interface DyingDisk {
  readonly fs: FileSystem
  /** From now on so many steps are carried out; the write that is one too many is, by half. */
  dieAfter(steps: number): void
  /** True once a step was refused: for what lies on the disk the process has ended there. */
  readonly isDead: boolean
}

/** The real file system, until it dies: from then on nothing on it changes any more. */
export function dyingDisk(): DyingDisk {
  let left = Number.POSITIVE_INFINITY
  const isOver = () => --left < 0
  const dead = () => Object.assign(new Error('EIO: the disk is dead'), { code: 'EIO' })

  function named<Name extends 'copyFile' | 'link' | 'mkdir' | 'rename' | 'rm' | 'unlink'>(
    name: Name,
  ): FileSystem[Name] {
    const real: (...args: never[]) => Promise<unknown> = diskFileSystem[name]
    const planted = async (...args: never[]) => {
      if (isOver()) throw dead()
      return real(...args)
    }
    return planted as FileSystem[Name]
  }

  const open: FileSystem['open'] = async (path, flags, mode) => {
    if (flags !== 'r' && isOver()) throw dead()
    const handle = await diskFileSystem.open(path, flags, mode)
    return new Proxy(handle, {
      get(target, name) {
        if (name === 'writeFile') {
          return async (content: string | Uint8Array) => {
            const bytes = Buffer.from(content)
            const isTooMuch = isOver()
            await target.writeFile(isTooMuch ? bytes.subarray(0, bytes.length / 2) : bytes)
            if (isTooMuch) throw dead()
          }
        }
        if (name === 'write') {
          return async (bytes: Buffer, from: number, length: number, position: number) => {
            const isTooMuch = isOver()
            const wanted = isTooMuch ? Math.floor(length / 2) : length
            const written = await target.write(bytes, from, wanted, position)
            if (isTooMuch) throw dead()
            return written
          }
        }
        if (name === 'sync' || name === 'datasync' || name === 'truncate') {
          return async (size?: number) => {
            if (isOver()) throw dead()
            if (name === 'truncate') await target.truncate(size)
          }
        }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }) as FileHandle
  }

  return {
    fs: {
      ...diskFileSystem,
      open,
      copyFile: named('copyFile'),
      link: named('link'),
      mkdir: named('mkdir'),
      rename: named('rename'),
      rm: named('rm'),
      unlink: named('unlink'),
    },
    dieAfter: (steps) => {
      left = steps
    },
    get isDead() {
      return left < 0
    },
  }
}
