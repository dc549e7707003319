import { join } from 'node:path'
import type { ErrorCode } from '@shortlist/contracts/errors'
import type { FoundPassage, PassageVector, QueryVector, RecordFile, Unembedded } from '../ports.ts'
import type { SyncProgress } from './room-index.ts'
import type { ChatTurns } from './turn-words.ts'

/** Where the index of a room lies, an absolute path. */
export function indexFileOf(room: string): string {
  return join(room, 'index.sqlite')
}

/** What the thread is asked. `room` is the absolute path of an account's folder. */
export type IndexRequest =
  /** Takes what the index shall hold and begins with the work. */
  | { readonly verb: 'beginSync'; readonly room: string; readonly files: readonly RecordFile[] }
  /** Goes on with it. */
  | { readonly verb: 'continueSync'; readonly room: string }
  | {
      readonly verb: 'find'
      readonly room: string
      readonly question: string
      readonly limit: number
      readonly vector: QueryVector | undefined
    }
  | {
      readonly verb: 'unembedded'
      readonly room: string
      readonly model: string
      readonly limit: number
    }
  | {
      readonly verb: 'keepVectors'
      readonly room: string
      readonly model: string
      readonly vectors: readonly PassageVector[]
    }
  | {
      readonly verb: 'findTurns'
      readonly room: string
      readonly turns: ChatTurns
      readonly question: string
      readonly limit: number
    }
  | { readonly verb: 'forgetTurns'; readonly room: string; readonly chatId: string | undefined }
  | { readonly verb: 'release'; readonly room: string }

/** What the thread answers each with. `isWhole` is false until a sync has come to its end. */
export interface IndexResults {
  readonly beginSync: SyncProgress | null
  /** Null where no sync has begun. */
  readonly continueSync: SyncProgress | null
  readonly find: {
    readonly passages: FoundPassage[]
    /** Ids of files that are left out since their records cannot be read. */
    readonly unreadable: readonly string[]
    readonly isWhole: boolean
  }
  /** Null where it is not whole. */
  readonly unembedded: Unembedded | null
  readonly keepVectors: null
  readonly findTurns: readonly number[]
  /** False where words are left in the file, to be asked for again. */
  readonly forgetTurns: boolean
  readonly release: null
}
export type IndexResult = IndexResults[keyof IndexResults]

export interface IndexFailure {
  /** A code of the closed list where the message is a sentence that is fit to be shown. */
  readonly code: ErrorCode | undefined
  readonly message: string
  /** The file was damaged and is removed: another request makes a new one. */
  readonly isLost: boolean
}

export type IndexAnswer<Result> = { readonly result: Result } | { readonly failure: IndexFailure }
