import { folderSkipReason } from '@shortlist/file-selection/skip-reason'
import { foldersCopy } from '@shortlist/ui/folders-copy'
import { type DroppedNode, nodesOf } from './dropped-node.ts'
import type { Found } from './found-file.ts'

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
      yield { path, open: node.open }
      continue
    }
    const reason = folderSkipReason(node.name, !path.includes('/'))
    if (reason !== null) {
      yield { skipped: 'folder', path, reason }
      continue
    }
    try {
      let isEmpty = true
      for await (const child of node.children()) {
        isEmpty = false
        const childPath = `${path}/${child.name}`
        if (child.kind === 'file') yield { path: childPath, open: child.open }
        else waiting.push({ node: child, path: childPath })
      }
      if (isEmpty) yield { skipped: 'folder', path, reason: foldersCopy.emptyFolder }
    } catch {
      yield { skipped: 'folder', path, reason: foldersCopy.unreadable }
    }
  }
}
