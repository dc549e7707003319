import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithTests } from './end-with-tests.ts'

/** An empty folder that is removed when the running test ends, or the last of its file. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shortlist-'))
  endWithTests(() => rm(folder, { recursive: true, force: true }))
  return folder
}
