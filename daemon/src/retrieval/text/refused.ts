import type { FileText } from './file-text.ts'

type Refused = Exclude<FileText, { status: 'text' }>

/** Nothing is wrong with the file, but it is none to answer from. */
export function skipped(reason: string): Refused {
  return { status: 'skipped', reason }
}

/** The file should have been read and could not be. */
export function failed(reason: string): Refused {
  return { status: 'failed', reason }
}
