import { parentPort } from 'node:worker_threads'
import type { Candidate } from '@shortlist/file-selection/select-files'
import { keepCompiled } from '../../platform/keep-compiled.js'

export interface SelectRequest {
  readonly candidates: readonly Candidate[]
  /** The texts of the .gitignore files, by path. */
  readonly rules: readonly (readonly [string, string])[]
}

/** By path: why files are skipped. */
export type SelectAnswer = ReadonlyMap<string, string>

keepCompiled()
const { skipReasons } = await import('@shortlist/file-selection/select-files')

parentPort?.on('message', ({ candidates, rules }: SelectRequest) => {
  parentPort?.postMessage(skipReasons(candidates, new Map(rules)) satisfies SelectAnswer)
})

parentPort?.postMessage('ready')
