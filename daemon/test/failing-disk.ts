import type { FileHandle } from 'node:fs/promises'
import { diskFileSystem, type FileSystem } from '../src/platform/storage/file-system.ts'

/** What can be told to fail: the operations of a file and the names of a folder. */
type Operation = 'write' | 'sync' | 'datasync' | 'truncate' | 'open' | 'rename' | 'unlink' | 'rm'

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

  function named<Name extends 'rename' | 'unlink' | 'rm'>(name: Name): FileSystem[Name] {
    const real: (...args: never[]) => Promise<void> = diskFileSystem[name]
    const planted = async (...args: never[]) => {
      check(name)
      await real(...args)
    }
    return planted as FileSystem[Name]
  }

  const open: FileSystem['open'] = async (...args) => {
    check('open')
    return failingHandle(await diskFileSystem.open(...args), check)
  }

  return {
    fs: {
      ...diskFileSystem,
      open,
      rename: named('rename'),
      unlink: named('unlink'),
      rm: named('rm'),
    },
    fail: (operation, code, after = 0) =>
      void failures.set(operation, { code, from: (counts.get(operation) ?? 0) + after }),
    heal: () => failures.clear(),
    count: (operation) => counts.get(operation) ?? 0,
  }
}

function failingHandle(handle: FileHandle, check: (operation: Operation) => void): FileHandle {
  return new Proxy(handle, {
    get(target, name) {
      if (name === 'write') {
        return async (bytes: Buffer, offset: number, length: number, position: number) => {
          try {
            check('write')
          } catch (error) {
            await target.write(bytes, offset, Math.floor(length / 2), position)
            throw error
          }
          return target.write(bytes, offset, length, position)
        }
      }
      if (name === 'writeFile') {
        return async (content: string) => {
          check('write')
          await target.writeFile(content)
        }
      }
      if (name === 'sync' || name === 'datasync' || name === 'truncate') {
        return async (size?: number) => {
          check(name)
          await (name === 'truncate' ? target.truncate(size) : target[name]())
        }
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
