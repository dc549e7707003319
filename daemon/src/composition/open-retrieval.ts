import { join } from 'node:path'
import { diskFileSystem } from '../platform/storage/file-system.ts'
import type { TakeOver } from '../retrieval/folders/folder-store.ts'
import { Retrieval, type RetrievalParts, removeLeftUploads } from '../retrieval/retrieval.ts'
import type { DomainParts } from './open-stores.ts'

/**
 * Uploaded folders and the search in them. What a crash has left of an upload is removed; nothing else
 * is read or loaded before somebody asks for it.
 */
export async function openRetrieval(setup: DomainParts): Promise<Retrieval> {
  const spoolFolder = join(setup.folders.data, 'uploads')
  await removeLeftUploads(spoolFolder)
  return new Retrieval(() => open(setup, spoolFolder))
}

async function open(setup: DomainParts, spoolFolder: string): Promise<RetrievalParts> {
  const { llm, realtime, log, report } = setup
  const { records } = setup.stores
  const [
    { openFolderStore },
    { PassageIndex },
    { FileReader },
    { takeOverFolders },
    { takeOverVectors },
  ] = await Promise.all([
    import('../retrieval/folders/folder-store.ts'),
    import('../retrieval/index/passage-index.ts'),
    import('../retrieval/reader/file-reader.ts'),
    import('../takeover/folders.ts'),
    import('../takeover/vectors.ts'),
  ])
  const folder = join(setup.folders.data, 'retrieval')
  const index = new PassageIndex({ onDamaged: (home, fileIds) => folders.damaged(home, fileIds) })
  const takeOver: TakeOver = async (home, keep) => {
    await takeOverFolders(home, { fs: diskFileSystem, report, keep })
    await takeOverVectors(home, {
      report,
      keep: (model, vectors) => index.keepVectors(home, model, vectors),
    })
  }
  const folders = await openFolderStore({
    folder,
    records,
    report,
    now: () => new Date(),
    takeOver,
  })
  const embed: RetrievalParts['embed'] = (texts, signal) => llm.embed(texts, signal)
  return { folders, reader: new FileReader(), index, embed, realtime, spoolFolder, log }
}
