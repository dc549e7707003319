import { AppError } from '../../errors.ts'
import { isDamage, removeDatabase, resultOf } from '../../platform/projection/database.ts'
import { storageError } from '../../platform/storage/storage-error.ts'
import {
  type IndexAnswer,
  type IndexFailure,
  type IndexRequest,
  type IndexResult,
  type IndexResults,
  indexFileOf,
} from './index-request.ts'
import { RoomIndex } from './room-index.ts'
import { RoomVectors } from './room-vectors.ts'

/** Rooms that are open at a time. */
const OPEN = 4

/** What one request may do of a sync, in milliseconds, so that questions are answered in between. */
const SYNC_MS = 30

/** Passages that are merged in by meaning. */
const NEAR = 50

interface Room {
  readonly index: RoomIndex
  readonly vectors: RoomVectors
}

/** The rooms of all accounts, of which a few are open. To be asked one thing at a time. */
export class IndexRooms {
  /** Last used last. */
  readonly #open = new Map<string, Room>()

  /** Never throws. A file that turns out to be damaged is gone afterwards. */
  answer(request: IndexRequest): IndexAnswer<IndexResult> {
    try {
      return { result: this.#answer(request) }
    } catch (failure) {
      const isLost = isDamage(failure)
      if (isLost) this.#discard(request.room)
      return { failure: { ...described(failure), isLost } }
    }
  }

  close(): void {
    for (const room of [...this.#open.keys()]) this.#close(room)
  }

  #answer(request: IndexRequest): IndexResult {
    if (request.verb === 'release') {
      this.#close(request.room)
      return null
    }
    const room = this.#room(request.room)
    const { index, vectors } = room
    switch (request.verb) {
      case 'beginSync':
        index.beginSync(request.files)
        return goOn(room)
      case 'continueSync':
        return goOn(room)
      case 'find': {
        const near = request.vector ? vectors.nearest(request.vector, NEAR) : []
        const passages = index.find(request.question, request.limit, near)
        return { passages, unreadable: index.takeUnreadable(), isWhole: index.isWhole }
      }
      case 'unembedded':
        return index.isWhole ? unembedded(room, request.model, request.limit) : null
      case 'keepVectors':
        vectors.keep(request.model, request.vectors)
        return null
      case 'findTurns':
        return index.findTurns(request.turns, request.question, request.limit)
      case 'forgetTurns':
        return index.forgetTurns(request.chatId, SYNC_MS)
    }
  }

  #room(path: string): Room {
    const known = this.#open.get(path)
    this.#open.delete(path)
    const [oldest] = this.#open.keys()
    if (oldest !== undefined && this.#open.size >= OPEN) this.#close(oldest)
    const room = known ?? open(path)
    this.#open.set(path, room)
    return room
  }

  #close(path: string): void {
    const room = this.#open.get(path)
    this.#open.delete(path)
    room?.index.close()
    room?.vectors.close()
  }

  #discard(path: string): void {
    try {
      this.#close(path)
    } catch {
      // SQLite may have more to say about it, which is of no use any more
    }
    removeDatabase(indexFileOf(path))
  }
}

function open(path: string): Room {
  const index = new RoomIndex(indexFileOf(path))
  return { index, vectors: new RoomVectors({ room: path, hashes: () => index.hashes() }) }
}

function goOn({ index, vectors }: Room): IndexResults['continueSync'] {
  const progress = index.continueSync(SYNC_MS)
  // before, passages may be missing whose vectors are still good
  if (progress?.isDone && progress.added + progress.removed > 0) vectors.changed()
  return progress ?? null
}

function unembedded(
  { index, vectors }: Room,
  model: string,
  limit: number,
): IndexResults['unembedded'] {
  const { hashes, ...lacking } = vectors.lacking(model, limit)
  return { ...lacking, passages: index.textsOf(hashes) }
}

/** Results of SQLite that say that the disk is full, and that nothing can be written. */
const FULL = 13
const unwritable: ReadonlySet<number> = new Set([3, 8, 10, 14])

function described(cause: unknown): Omit<IndexFailure, 'isLost'> {
  const failure = storageError(withSystemCode(cause))
  const code = failure instanceof AppError ? failure.code : undefined
  return { code, message: failure instanceof Error ? failure.message : String(failure) }
}

/** SQLite has its own numbers for what the system says of a disk. */
function withSystemCode(failure: unknown): unknown {
  const result = resultOf(failure)
  if (result === FULL)
    return Object.assign(new Error('disk full', { cause: failure }), { code: 'ENOSPC' })
  if (unwritable.has(result)) {
    return Object.assign(new Error('cannot be written', { cause: failure }), { code: 'EIO' })
  }
  return failure
}
