import { join } from 'node:path'
import type { Llm } from '../platform/llm/llm.ts'
import type { Log } from '../platform/log.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { createRetrieval } from '../retrieval/create-retrieval.ts'
import { openFolderStore } from '../retrieval/folders/open-folder-store.ts'
import { createPassageIndex } from '../retrieval/index/passage-index.ts'
import { createFileReader } from '../retrieval/reader/file-reader.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import { clearSpool } from '../retrieval/upload/clear-spool.ts'

export interface RetrievalSetup {
  /** Absolute path of the data folder. */
  readonly dataFolder: string
  readonly llm: Llm
  readonly realtime: Realtime
  readonly log: Log
  readonly report: (sentence: string) => void
  readonly now: () => Date
}

/** Uploaded folders and the search in them; reads nothing of an account before it is asked for. */
export async function openRetrieval(setup: RetrievalSetup): Promise<Retrieval> {
  const { dataFolder, llm, realtime, log, report, now } = setup
  const spoolFolder = join(dataFolder, 'uploads')
  await clearSpool(spoolFolder)
  return createRetrieval({
    folders: await openFolderStore({ folder: join(dataFolder, 'retrieval'), report, now }),
    reader: createFileReader(),
    index: createPassageIndex({ log }),
    embed: (texts, signal) => llm.embed(texts, signal),
    realtime,
    spoolFolder,
    now,
    log,
  })
}
