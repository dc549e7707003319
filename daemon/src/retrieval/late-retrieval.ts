import type { Retrieval } from './retrieval.ts'

/**
 * Retrieval that is opened by the first call, so that a start loads nothing of it. Where opening
 * fails, so does the call, and the next one tries again.
 */
export function lateRetrieval(open: () => Promise<Retrieval>): Retrieval {
  let opening: Promise<Retrieval> | undefined

  function opened(): Promise<Retrieval> {
    opening ??= open().catch((failure: unknown) => {
      opening = undefined
      throw failure
    })
    return opening
  }

  return {
    upload: async (...asked) => (await opened()).upload(...asked),
    folders: async (userId) => (await opened()).folders(userId),
    files: async (userId) => (await opened()).files(userId),
    removeFiles: async (...asked) => (await opened()).removeFiles(...asked),
    removeFolder: async (...asked) => (await opened()).removeFolder(...asked),
    openSource: async (...asked) => (await opened()).openSource(...asked),
    findPassages: async (...asked) => (await opened()).findPassages(...asked),
    findTurns: async (...asked) => (await opened()).findTurns(...asked),
    forgetTurns: async (...asked) => (await opened()).forgetTurns(...asked),
    close: async () => (await opening)?.close(),
  }
}
