import { readFile } from 'node:fs/promises'
import { ignoreFilesOf, skipReasons } from '@shortlist/file-selection/select-files'
import { AppError } from '../../errors.ts'
import { startWorkerThread, type ThreadLimits } from '../../platform/threads/worker-threads.ts'
import type { ReceivedFile, ReceivedUpload, RefusedFile } from '../ports.ts'
import type { SelectAnswer, SelectRequest } from './select-worker.ts'

interface SelectedFiles {
  readonly kept: readonly ReceivedFile[]
  /** Those that were refused while they arrived are among them. */
  readonly refused: readonly RefusedFile[]
}

/** What the rules of one upload may cost; ordinary ones take milliseconds. */
const limits: ThreadLimits = { milliseconds: 10_000, megabytes: 256 }

/**
 * Which of the received files are read, with the rules of the .gitignore files among them. Rules are
 * patterns from a stranger, so they are tried outside the main thread. Throws `VALIDATION` where
 * they take too long.
 */
export async function selectReceived(
  { files, refused }: Pick<ReceivedUpload, 'files' | 'refused'>,
  allowed: ThreadLimits = limits,
): Promise<SelectedFiles> {
  const candidates = files.map(({ path, bytes }) => ({ path, bytes }))
  const rules = await readRules(files)
  const skipped =
    rules.length > 0
      ? await selectInThread({ candidates, rules }, allowed)
      : skipReasons(candidates, new Map())
  return {
    kept: files.filter(({ path }) => !skipped.has(path)),
    refused: [
      ...refused,
      ...[...skipped].map(([path, reason]) => ({ path, status: 'skipped' as const, reason })),
    ],
  }
}

async function readRules(files: readonly ReceivedFile[]): Promise<[string, string][]> {
  const rules: [string, string][] = []
  for (const { path, spool } of ignoreFilesOf(files)) {
    rules.push([path, await readFile(spool, 'utf8')])
  }
  return rules
}

async function selectInThread(
  request: SelectRequest,
  allowed: ThreadLimits,
): Promise<SelectAnswer> {
  const script = new URL('./select-worker.ts', import.meta.url)
  const thread = await startWorkerThread<SelectRequest, SelectAnswer>(allowed, script)
  try {
    return await thread.ask(request)
  } catch (cause) {
    throw new AppError('VALIDATION', 'The .gitignore files of the folder take too long to apply.', {
      cause,
    })
  } finally {
    await thread.end()
  }
}
