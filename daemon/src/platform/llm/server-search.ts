import type { FoundServer } from '@shortlist/contracts/health'
import { AppError } from '../../errors.ts'
import type { Llm } from './llm.ts'
import { untilAborted } from './until-aborted.ts'

/** Shortest time between two searches that nobody asked for, in milliseconds. */
const SEARCH_EVERY_MS = 5000

export interface SearchParts {
  readonly findServers: () => Promise<FoundServer[]>
  /** Throws an `AppError` when the server cannot be used. */
  readonly connect: (server: FoundServer) => Promise<Llm>
  readonly log: (details: object, message: string) => void
  readonly now: () => Date
}

/** Knows which local servers run, and the engine of the first that can be used. */
export interface ServerSearch {
  found(): FoundServer[]
  /** Undefined while none is known; contacts nobody. */
  known(): Llm | undefined
  /** The known engine, after a search where none is known and the last search is a while ago. */
  engine(signal: AbortSignal): Promise<Llm | undefined>
  search(): Promise<void>
  /** This engine's server has gone: the next call searches at once. */
  forget(engine: Llm): void
}

export function createServerSearch({ findServers, connect, log, now }: SearchParts): ServerSearch {
  let found: FoundServer[] = []
  let using: { readonly server: FoundServer; readonly engine: Llm } | undefined
  let searching: Promise<void> | undefined
  let searchedAt = Number.NEGATIVE_INFINITY

  async function searchNow(): Promise<void> {
    try {
      found = await findServers()
      using = await firstUsable()
    } finally {
      searchedAt = now().getTime()
      searching = undefined
    }
  }

  async function firstUsable(): Promise<typeof using> {
    for (const server of found) {
      if (using && isSame(using.server, server)) return using
      try {
        const engine = await connect(server)
        log({ server: server.url }, `uses ${engine.status().label}`)
        return { server, engine }
      } catch (failure) {
        if (!(failure instanceof AppError)) throw failure
        log({ server: server.url, code: failure.code }, 'cannot use a model server that was found')
      }
    }
    return undefined
  }

  function search(): Promise<void> {
    searching ??= searchNow()
    return searching
  }

  return {
    found: () => found,
    known: () => using?.engine,
    search,
    async engine(signal) {
      const isDue = now().getTime() - searchedAt >= SEARCH_EVERY_MS
      if (!using && (searching || isDue)) await untilAborted(search, signal)
      return using?.engine
    },
    forget(engine) {
      if (using?.engine !== engine) return
      using = undefined
      searchedAt = Number.NEGATIVE_INFINITY
      log({}, 'the model server has gone')
    },
  }
}

function isSame(one: FoundServer, other: FoundServer): boolean {
  return one.url === other.url && one.models.join('\n') === other.models.join('\n')
}
