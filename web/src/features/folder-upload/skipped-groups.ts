import { NAMED } from './choose-paths.ts'
import type { SkippedGroup } from './upload-state.ts'

/** Counts what is left out, by its reason, and knows the first paths of each. */
export class SkippedGroups {
  readonly #groups = new Map<string, { files: number; folders: number; paths: string[] }>()

  add(what: 'file' | 'folder', reason: string, path: string): void {
    const group = this.#of(reason)
    if (what === 'file') group.files += 1
    else group.folders += 1
    if (group.paths.length < NAMED) group.paths.push(path)
  }

  /** Adds files of which only the first have to be named. */
  addFiles(reason: string, count: number, first: readonly string[]): void {
    const group = this.#of(reason)
    group.files += count
    group.paths.push(...first.slice(0, NAMED - group.paths.length))
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0
  }

  /** The largest group first. */
  list(): readonly SkippedGroup[] {
    return [...this.#groups]
      .map(([reason, group]) => ({ reason, ...group }))
      .sort((a, b) => b.files + b.folders - (a.files + a.folders))
  }

  #of(reason: string): { files: number; folders: number; paths: string[] } {
    const group = this.#groups.get(reason) ?? { files: 0, folders: 0, paths: [] }
    this.#groups.set(reason, group)
    return group
  }
}
