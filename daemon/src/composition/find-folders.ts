import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import envPaths from 'env-paths'

export interface Folders {
  readonly data: string
  readonly log: string
  /** Keys lie here, outside the data folder, so that a copy of the data alone opens nothing. */
  readonly config: string
  /** The built web app. */
  readonly web: string
}

/** Where files lie: the system's own folders, or data and logs below `dataDir` where that is given. */
export function findFolders(dataDir: string | undefined): Folders {
  const system = envPaths('shortlist', { suffix: '' })
  return {
    data: dataDir ?? system.data,
    log: dataDir ? join(dataDir, 'logs') : system.log,
    config: system.config,
    web: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
  }
}
