import { selectFiles } from '@shortlist/file-selection/select-files'

/** Which of some paths are worth a look, as places in their list, and how many are not for a reason. */
export interface ChosenPaths {
  readonly kept: Uint32Array
  readonly leftOut: ReadonlyMap<string, LeftOut>
}

interface LeftOut {
  readonly files: number
  /** The first of them. */
  readonly paths: readonly string[]
}

/** A size that speaks neither for nor against a file. */
export const ANY_SIZE = 1

/** How many paths are named for a reason; a folder of packages has hundreds of thousands. */
export const NAMED = 100

/** Chooses by names and .gitignore files alone (texts by path). */
export function choosePaths(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): ChosenPaths {
  const files = paths.map((path, place) => ({ path, place, bytes: ANY_SIZE }))
  const { kept, skipped } = selectFiles(files, texts)
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return {
    kept: Uint32Array.from(kept, ({ place }) => place),
    leftOut: new Map(
      [...byReason].map(([reason, all]) => [
        reason,
        { files: all.length, paths: all.slice(0, NAMED).map(({ file }) => file.path) },
      ]),
    ),
  }
}

/** Some of the paths; the .gitignore files come with the last of them. */
export interface PathsMessage {
  readonly paths: readonly string[]
  readonly texts?: ReadonlyMap<string, string>
}

// beside the page it is the program of the worker
if ('DedicatedWorkerGlobalScope' in globalThis) {
  const known: string[] = []
  addEventListener('message', ({ data }: MessageEvent<PathsMessage>) => {
    for (const path of data.paths) known.push(path)
    if (data.texts) postMessage(choosePaths(known, data.texts))
  })
}
