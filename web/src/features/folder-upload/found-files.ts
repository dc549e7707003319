import { folderSkipReason } from '@shortlist/file-selection/skip-reason'
import { foldersCopy } from '@shortlist/ui/folders-copy'

/** A file that was found in what the user has chosen; its path begins with the chosen folder's name. */
export interface FoundFile {
  readonly path: string
  /** Nothing of the file is touched before; rejects where it may not be read, or has gone meanwhile. */
  readonly open: () => Promise<File>
}

/** A file, or a folder that needs no look, and why. */
export type Found = FoundFile | SkippedFolder

interface SkippedFolder {
  readonly skipped: 'folder'
  readonly path: string
  readonly reason: string
}

/** The files of a file input, which lists also what lies in folders that nobody reads. */
export async function* foundInInput(files: ArrayLike<File>): AsyncGenerator<FoundFile> {
  // a browser that knows no folders gives bare names
  for (const file of Array.from(files))
    yield { path: file.webkitRelativePath || file.name, open: async () => file }
}

/**
 * The files of what was dropped, without a look into folders that nobody reads. To be called while
 * the event of the drop is handled: later its folders cannot be had any more.
 */
export function foundInDrop(transfer: DataTransfer): AsyncGenerator<Found> {
  return walk(nodesOf(transfer))
}

async function* walk(roots: Promise<readonly DroppedNode[]>): AsyncGenerator<Found> {
  // deep folders are no deep calls
  const waiting = (await roots).map((node) => ({ node, path: node.name }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, path } = next
    if (node.kind === 'file') {
      yield { path, open: () => node.getFile() }
      continue
    }
    const reason = folderSkipReason(node.name, !path.includes('/'))
    if (reason !== null) {
      yield { skipped: 'folder', path, reason }
      continue
    }
    try {
      let isEmpty = true
      for await (const child of node.values()) {
        isEmpty = false
        const childPath = `${path}/${child.name}`
        if (child.kind === 'file') yield { path: childPath, open: () => child.getFile() }
        else waiting.push({ node: child, path: childPath })
      }
      if (isEmpty) yield { skipped: 'folder', path, reason: foldersCopy.emptyFolder }
    } catch {
      yield { skipped: 'folder', path, reason: foldersCopy.unreadable }
    }
  }
}

/** A file or a folder that was dropped, or lies in one: a handle, or what is like one. */
type DroppedNode =
  | Pick<FileSystemFileHandle, 'kind' | 'name' | 'getFile'>
  | {
      readonly kind: 'directory'
      readonly name: string
      readonly values: () => AsyncIterable<DroppedNode>
    }

/** What the standard library leaves out of an item: Chromium alone has it, in secure contexts. */
interface DroppedItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<DroppedNode | null>
}

/** What was dropped. Has to begin while the event is handled. */
async function nodesOf(transfer: DataTransfer): Promise<readonly DroppedNode[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const nodes = await Promise.all(items.map(nodeOf))
  return nodes.filter((node) => node !== null)
}

async function nodeOf(item: DroppedItem): Promise<DroppedNode | null> {
  // both are gone after the first wait
  const entry = item.webkitGetAsEntry?.() ?? null
  const file = item.getAsFile()
  // entries of folders fail for what is dragged from Windows: file-selector, issue 130
  const handle = await item.getAsFileSystemHandle?.().catch(() => null)
  if (handle) return handle
  if (entry) return ofEntry(entry)
  return file && { kind: 'file', name: file.name, getFile: async () => file }
}

function ofEntry(entry: FileSystemEntry): DroppedNode {
  const { name } = entry
  if (!entry.isFile) {
    return { kind: 'directory', name, values: () => inEntry(entry as FileSystemDirectoryEntry) }
  }
  const getFile = () =>
    new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
  return { kind: 'file', name, getFile }
}

async function* inEntry(folder: FileSystemDirectoryEntry): AsyncGenerator<DroppedNode> {
  const reader = folder.createReader()
  // a folder is read piece by piece, until there is none
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (piece.length === 0) return
    for (const entry of piece) yield ofEntry(entry)
  }
}
