import { findFolders } from '../composition/find-folders.ts'
import { openStores, type Stores } from '../composition/open-stores.ts'
import type { Settings } from '../env.ts'
import { createBackground } from '../platform/background.ts'

/** Opens the stores for one command and closes them whatever happens. */
export async function withStores<Result>(
  { config }: Settings,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const report = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  const background = createBackground((error) => report(String(error)))
  const stores = await openStores({
    folder: findFolders(config.SHORTLIST_DATA_DIR).data,
    background,
    now: () => new Date(),
    report,
    onLost: () => report('Another process took the data folder.'),
  })
  try {
    return await work(stores)
  } finally {
    await background.idle()
    await stores.close()
  }
}
