import { type AssistantClient, CallFailed } from '../assistant-client.ts'
import type { AccountCallParts } from './call.ts'

type FolderCalls = AssistantClient['folders']

/** As `folderCalls`, whose code no first page waits for: it is loaded with the first call. */
export function lateFolderCalls(parts: AccountCallParts): FolderCalls {
  async function load(): Promise<FolderCalls> {
    try {
      return (await import('./folder-calls.ts')).folderCalls(parts)
    } catch (cause) {
      throw new CallFailed(0, 'A part of the program could not be loaded', { cause })
    }
  }

  return {
    list: async () => (await load()).list(),
    files: async () => (await load()).files(),
    upload: async (...about) => (await load()).upload(...about),
    remove: async (folderId) => (await load()).remove(folderId),
    removeFiles: async (fileIds) => (await load()).removeFiles(fileIds),
    open: async (...about) => (await load()).open(...about),
  }
}
