import type { Source } from '@shortlist/contracts/source'

function lines({ firstLine, lastLine }: Pick<Source, 'firstLine' | 'lastLine'>): string {
  return firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`
}

/** Every text about the places in files that replies are from. */
export const sourcesCopy = {
  heading: 'Sources',
  place: (source: Source) =>
    [lines(source), source.heading].filter((part) => part !== '').join(' · '),
  full: (source: Source) =>
    [source.path, lines(source), source.heading].filter((part) => part !== '').join(', '),
  more: (count: number) => `${count} more`,
  fewer: 'Show fewer',
  close: 'Close',
  opening: 'Opening the file...',
  failed: 'The file could not be opened.',
  changed: 'This file has changed or was removed since this answer.',
  tryAgain: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser did not allow it. Select the lines and copy them yourself.',
  region: 'Lines of the file',
  before: 'Lines before',
  cited: (source: Source) => `Source, ${lines(source)}`,
  after: 'Lines after',
  shown: (first: number, last: number, total: number) => `Lines ${first}-${last} of ${total}`,
} as const
