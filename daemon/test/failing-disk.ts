import type { FileHandle } from 'node:fs/promises'
import { diskFileSystem, type FileSystem } from '../src/platform/storage/file-system.ts'

const NAMED = ['copyFile', 'link', 'mkdir', 'rename', 'rm', 'unlink'] as const

/** What can be told to fail: the operations of a file and the names of a folder. */
type Operation = (typeof NAMED)[number] | 'write' | 'sync' | 'datasync' | 'truncate' | 'open'

export interface FailingDisk {
  readonly fs: FileSystem
  /**
   * From now on, or once it was carried out so many times, that operation rejects with the system
   * error, after half of a write.
   */
  fail(operation: Operation, code: string, after?: number): void
  heal(): void
  /** How often that operation was asked for. */
  count(operation: Operation): number
}

/** The real file system, until one of its operations is told to fail. */
export function failingDisk(): FailingDisk {
  const failures = new Map<Operation, { readonly code: string; readonly from: number }>()
  const counts = new Map<Operation, number>()

  function check(operation: Operation): void {
    const count = (counts.get(operation) ?? 0) + 1
    counts.set(operation, count)
    const { code, from = 0 } = failures.get(operation) ?? {}
    if (code && count > from) throw Object.assign(new Error(`${code}: planted`), { code })
  }

  return {
    fs: checkedDisk(check),
    fail: (operation, code, after = 0) =>
      void failures.set(operation, { code, from: (counts.get(operation) ?? 0) + after }),
    heal: () => failures.clear(),
    count: (operation) => counts.get(operation) ?? 0,
  }
}

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
  return {
    fs: checkedDisk((operation, flags) => {
      if (operation === 'open' && flags === 'r') return
      if (--left < 0) throw Object.assign(new Error('EIO: the disk is dead'), { code: 'EIO' })
    }),
    dieAfter: (steps) => {
      left = steps
    },
    get isDead() {
      return left < 0
    },
  }
}

/** The real file system, each operation of which fails where the check throws; a write by half. */
function checkedDisk(check: (operation: Operation, flags?: unknown) => void): FileSystem {
  const named = NAMED.map((name) => {
    const real: (...args: never[]) => Promise<unknown> = diskFileSystem[name]
    const planted = async (...args: never[]) => {
      check(name)
      return real(...args)
    }
    return [name, planted] as const
  })
  const open: FileSystem['open'] = async (path, flags, mode) => {
    check('open', flags)
    return checkedHandle(await diskFileSystem.open(path, flags, mode), check)
  }
  return { ...diskFileSystem, ...Object.fromEntries(named), open }
}

function checkedHandle(handle: FileHandle, check: (operation: Operation) => void): FileHandle {
  return new Proxy(handle, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'sync' || name === 'datasync' || name === 'truncate') {
        return async (...args: unknown[]) => {
          check(name)
          await value.apply(target, args)
        }
      }
      if (name !== 'write' && name !== 'writeFile') return value.bind(target)
      return async (content: string | Uint8Array, ...where: number[]) => {
        try {
          check('write')
        } catch (error) {
          const [from = 0, length = content.length, position = null] = where
          const half = Buffer.from(content).subarray(from, from + Math.floor(length / 2))
          await target.write(half, 0, half.length, position)
          throw error
        }
        return value.call(target, content, ...where)
      }
    },
  })
}
