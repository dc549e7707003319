import { selectFiles } from '@shortlist/file-selection/select-files'

/** Which of some paths are worth a look, as places in their list, and how many are not for a reason. */
export interface ChosenPaths {
  readonly kept: Uint32Array
  readonly reasons: ReadonlyMap<string, number>
}

/** A size that speaks neither for nor against a file. */
export const ANY_SIZE = 1

/** Chooses by names and .gitignore files alone (texts by path). */
export function choosePaths(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): ChosenPaths {
  const files = paths.map((path, place) => ({ path, place, bytes: ANY_SIZE }))
  const { kept, reasons } = selectFiles(files, texts)
  return { kept: Uint32Array.from(kept, ({ place }) => place), reasons }
}
