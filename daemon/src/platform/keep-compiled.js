import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/**
 * Keeps what this thread compiles, so that every start but the first finds its modules compiled. The
 * folder is the user's own, since code is run from it.
 */
export function keepCompiled() {
  enableCompileCache(folder)
}
