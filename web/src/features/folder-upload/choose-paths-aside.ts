import { type ChosenPaths, choosePaths } from './choose-paths.ts'
import type { Pause } from './pauses.ts'

/** How many paths are handed over at once; more would be felt on the page. */
const AT_ONCE = 10_000

/** Some of the paths; the .gitignore files come with the last of them. */
export interface PathsMessage {
  readonly paths: readonly string[]
  readonly texts?: ReadonlyMap<string, string>
}

/**
 * As `choosePaths`, beside the page: hundreds of thousands of paths take seconds, and rules are
 * patterns that somebody else may have written.
 */
export async function choosePathsAside(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
  signal: AbortSignal,
  pause: Pause,
): Promise<ChosenPaths> {
  if (typeof Worker === 'undefined') return choosePaths(paths, texts)
  const worker = new Worker(new URL('./paths-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<ChosenPaths>()
  worker.onmessage = ({ data }: MessageEvent<ChosenPaths>) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      await pause()
      worker.postMessage({ paths: paths.slice(at, at + AT_ONCE) } satisfies PathsMessage)
    }
    worker.postMessage({ paths: [], texts } satisfies PathsMessage)
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    worker.terminate()
  }
}
