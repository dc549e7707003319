/** A file that was found in what the user has chosen; its path begins with the chosen folder's name. */
export interface FoundFile {
  readonly path: string
  /** Nothing of the file is touched before. */
  readonly open: () => File | Promise<File>
}

/** A file, or one or a whole folder that needs no look, and why. */
export type Found = FoundFile | SkippedEntry

export interface SkippedEntry {
  readonly skipped: 'file' | 'folder'
  readonly path: string
  readonly reason: string
}
