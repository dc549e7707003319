import { type FileHandle, open } from 'node:fs/promises'

/** The least that a durable append can do: one write and one fdatasync on an open file. */
export async function rawAppend(handle: FileHandle, line: string): Promise<void> {
  await handle.appendFile(line)
  await handle.datasync()
}

/** The same for a file that has to be opened first. */
export async function rawAppendTo(path: string, line: string): Promise<void> {
  const handle = await open(path, 'a', 0o600)
  try {
    await rawAppend(handle, line)
  } finally {
    await handle.close()
  }
}
