/** A file or a folder that was dropped, or lies in one. */
export type DroppedNode =
  | { readonly kind: 'file'; readonly name: string; readonly open: () => Promise<File> }
  | {
      readonly kind: 'folder'
      readonly name: string
      readonly children: () => AsyncIterable<DroppedNode>
    }

/** What the standard library leaves out of an item: Chromium alone has it, in secure contexts. */
interface DroppedItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}

/** What was dropped. Has to begin while the event is handled. */
export async function nodesOf(transfer: DataTransfer): Promise<readonly DroppedNode[]> {
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
  if (handle) return ofHandle(handle)
  if (entry) return ofEntry(entry)
  return file && { kind: 'file', name: file.name, open: async () => file }
}

function ofHandle(handle: FileSystemHandle): DroppedNode {
  const { name } = handle
  if (handle.kind === 'file') {
    return { kind: 'file', name, open: () => (handle as FileSystemFileHandle).getFile() }
  }
  return { kind: 'folder', name, children: () => inHandle(handle as FileSystemDirectoryHandle) }
}

async function* inHandle(folder: FileSystemDirectoryHandle): AsyncGenerator<DroppedNode> {
  for await (const child of folder.values()) yield ofHandle(child)
}

function ofEntry(entry: FileSystemEntry): DroppedNode {
  const { name } = entry
  if (entry.isFile) {
    const open = () =>
      new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return { kind: 'file', name, open }
  }
  return { kind: 'folder', name, children: () => inEntry(entry as FileSystemDirectoryEntry) }
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
