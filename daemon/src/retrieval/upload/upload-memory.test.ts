import type { FileHandle } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { diskFileSystem, type FileSystem } from '../../platform/storage/file-system.ts'
import { receiveUpload } from './receive-upload.ts'
import { bodyOf, filePart, rawForm } from './testing/raw-form.ts'

const CHUNK = 64 * 1024
const MEGABYTE = 1024 * 1024

/** A disk that takes its time for every write, and keeps nothing. */
function slowDisk(): { readonly fs: FileSystem; written(): number } {
  let written = 0
  const handle = {
    async writeFile({ length }: Buffer) {
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      written += length
    },
    async close() {},
  }
  const fs = {
    ...diskFileSystem,
    open: async () => handle as unknown as FileHandle,
    mkdir: (async () => undefined) as unknown as FileSystem['mkdir'],
    rm: async () => {},
  }
  return { fs, written: () => written }
}

it.each([
  ['few large files', 23, 2 * MEGABYTE - 1],
  ['many small files', 4_500, 10 * 1024],
])('reads no further than the disk has written: %s of 45 MB', async (_which, count, size) => {
  const disk = slowDisk()
  const content = new Uint8Array(size).fill(97)
  const form = rawForm(Array.from({ length: count }, (_, at) => filePart(`p/${at}.md`, content)))
  let sent = 0
  let most = 0
  function* chunks() {
    for (; sent < form.length; sent += CHUNK) {
      most = Math.max(most, sent - disk.written())
      yield form.subarray(sent, sent + CHUNK)
    }
  }

  const upload = await receiveUpload(bodyOf(chunks()), '/nowhere', disk.fs)

  expect(disk.written()).toBe(count * size)
  expect(upload.files).toHaveLength(count)
  // headers of the parts are sent and never written
  const headers = form.length - count * size
  expect(most).toBeLessThan(headers + 4 * CHUNK)
  expect(headers).toBeLessThan(MEGABYTE)
})
