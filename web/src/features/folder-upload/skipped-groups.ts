import type { SkippedGroup } from './upload-state.ts'

/** Counts what is left out, by its reason. */
export class SkippedGroups {
  readonly #groups = new Map<string, { files: number; folders: number }>()

  add(what: 'file' | 'folder', reason: string, count = 1): void {
    const group = this.#groups.get(reason) ?? { files: 0, folders: 0 }
    if (what === 'file') group.files += count
    else group.folders += count
    this.#groups.set(reason, group)
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0
  }

  /** The largest group first. */
  list(): readonly SkippedGroup[] {
    return [...this.#groups]
      .map(([reason, counts]) => ({ reason, ...counts }))
      .sort((a, b) => b.files + b.folders - (a.files + a.folders))
  }
}
