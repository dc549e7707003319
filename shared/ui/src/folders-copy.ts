import { UPLOAD_MAX_BYTES, UPLOAD_MAX_FILES } from '@shortlist/contracts/limits'
import { formatBytes } from './format-bytes.ts'

const number = new Intl.NumberFormat('en')

function counted(count: number, one: string, many: string): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
}

const files = (count: number) => counted(count, 'file', 'files')

/** Every text of folder upload; the first ones are those of the specification (sections 2 and 8). */
export const foldersCopy = {
  label: 'File Upload',
  busy: 'Uploading...',
  processing: 'Processing folder...',
  processed: (count: number) => `Processed ${count} files`,
  error: 'Error processing folder',
  failed: 'Failed to process folder',
  drop: 'Drop a folder or',
  dropNow: 'Drop it',
  zone: 'Folder to upload',
  choose: 'Choose a folder',
  reading: 'Reading folder...',
  seen: (count: number) => `${files(count)} so far`,
  chosen: (count: number, size: string) => `${files(count)}, ${size}`,
  /** The folder in which the daemon keeps files that came without one. */
  looseFiles: 'Files',
  nothingChosen: 'No file of this folder can be uploaded.',
  skipped: (count: number) => `${number.format(count)} skipped`,
  skippedGroup: (reason: string, fileCount: number, folderCount: number) =>
    [
      fileCount > 0 && files(fileCount),
      folderCount > 0 && counted(folderCount, 'folder', 'folders'),
    ]
      .filter((part) => part !== false)
      .join(', ')
      .concat(`: ${reason}`),
  andMore: (count: number) => `and ${number.format(count)} more`,
  tooMany: (count: number) =>
    `These are ${files(count)}, and ${number.format(UPLOAD_MAX_FILES)} can be uploaded at once. Choose a folder inside it, or name what is not needed in a .gitignore file.`,
  tooMuch: (size: string) =>
    `This is ${size}, and ${formatBytes(UPLOAD_MAX_BYTES)} can be uploaded at once. Choose a folder inside it, or name what is not needed in a .gitignore file.`,
  upload: (count: number) => `Upload ${files(count)}`,
  cancel: 'Cancel',
  cancelUpload: 'Cancel upload',
  retry: 'Retry',
  sent: (sent: string, total: string) => `${sent} of ${total} sent`,
  processedSoFar: (done: number, total: number) => `${number.format(done)} of ${files(total)}`,
  uploading: (count: number) => `Uploading ${files(count)}`,
  progress: 'Progress of the upload',
  unreadable: 'This folder could not be read.',
  emptyFolder: 'This folder is empty.',
  unreadableFile: 'The file could not be read.',
  changed: (path: string) =>
    `${path} was changed or removed after it was chosen. Choose the folder again.`,
  outcomes: {
    indexed: 'Indexed',
    unchanged: 'Unchanged',
    skipped: 'Skipped',
    failed: 'Failed',
  },
  outcome: (label: string, count: number) => `${label}: ${number.format(count)}`,
  reasonGroup: (reason: string, count: number) => `${reason} (${number.format(count)})`,
  showMore: (count: number) => `Show more (${number.format(count)} left)`,
  missing: (count: number) =>
    count === 1
      ? '1 file is no longer in this folder.'
      : `${files(count)} are no longer in this folder.`,
  removeMissing: (count: number) => (count === 1 ? 'Remove it' : 'Remove them'),
  removeFailed: 'Failed to remove files',
  folders: 'Indexed folders',
  foldersLoading: 'Loading folders',
  foldersFailed: 'Failed to list folders',
  noFolders: 'Chats answer from the folders that you upload.',
  /** The time of the last change follows. */
  folderFacts: (count: number, size: string) => `${files(count)}, ${size}, `,
  damaged: (count: number) =>
    `${counted(count, 'file is', 'files are')} damaged on the disk. Upload the folder again.`,
  unembedded: (count: number) =>
    counted(count, 'passage without vectors yet', 'passages without vectors yet'),
  remove: 'Remove',
  removing: 'Removing...',
  removeLabel: (name: string) => `Remove folder ${name}`,
  removeTitle: 'Remove folder',
  removeText: (name: string) =>
    `Chats no longer answer from ${name}. The files on your disk stay as they are.`,
  removeFolderFailed: 'Failed to remove folder',
} as const
