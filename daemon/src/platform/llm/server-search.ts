import type { FoundServer } from '@shortlist/contracts/health'
import { AppError } from '../../errors.ts'
import { untilAborted } from '../until-aborted.ts'
import type { Llm } from './llm.ts'

/** Shortest time between two searches that nobody asked for, in milliseconds. */
const SEARCH_EVERY_MS = 5000

/** How long a server that failed is left alone while it goes on running, in milliseconds. */
const REST_MS = 300_000

const CHOICE =
  'To keep to that server, set OPENAI_BASE_URL to its address; to ignore it, set it to off.'

export interface SearchParts {
  readonly findServers: () => Promise<FoundServer[]>
  /** Throws an `AppError` when the server cannot be used. */
  readonly connect: (server: FoundServer) => Promise<Llm>
  readonly log: (details: object, message: string) => void
  readonly now: () => Date
}

/** Knows which local servers run, and the engine of the first that can be used. */
export interface ServerSearch {
  /** Those that are not left alone. */
  found(): FoundServer[]
  /** Undefined while none is known; contacts nobody. */
  known(): Llm | undefined
  /** The known engine, after a search where none is known and the last search is a while ago. */
  engine(signal: AbortSignal): Promise<Llm | undefined>
  search(): Promise<void>
  /**
   * This engine's server has failed: it is left alone for a while, and the next call searches at
   * once. `how` goes on from "The model server at ..."; gives the whole sentence.
   */
  dismiss(engine: Llm, how: string): string
  /** Why a server that still runs is left alone at present; null where none is. */
  dismissal(): string | null
}

export function createServerSearch({ findServers, connect, log, now }: SearchParts): ServerSearch {
  let found: FoundServer[] = []
  let using: { readonly server: FoundServer; readonly engine: Llm } | undefined
  let searching: Promise<void> | undefined
  let searchedAt = Number.NEGATIVE_INFINITY
  const addresses = new WeakMap<Llm, string>()
  /** By address: until when a server is left alone, and why. */
  const dismissed = new Map<string, { readonly until: number; readonly why: string }>()

  const usable = () => found.filter((server) => !isDismissed(server))
  function isDismissed({ url }: FoundServer): boolean {
    return (dismissed.get(url)?.until ?? 0) > now().getTime()
  }

  async function searchNow(): Promise<void> {
    try {
      found = await findServers()
      // a server that has gone may be used as soon as it is back
      for (const url of dismissed.keys()) {
        if (!found.some((server) => server.url === url)) dismissed.delete(url)
      }
      using = await firstUsable()
    } finally {
      searchedAt = now().getTime()
      searching = undefined
    }
  }

  async function firstUsable(): Promise<typeof using> {
    for (const server of usable()) {
      if (using && isSame(using.server, server)) return using
      try {
        const engine = await connect(server)
        addresses.set(engine, server.url)
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
    found: usable,
    known: () => using?.engine,
    search,
    async engine(signal) {
      const isDue = now().getTime() - searchedAt >= SEARCH_EVERY_MS
      if (!using && (searching || isDue)) await untilAborted(search, signal)
      return using?.engine
    },
    dismiss(engine, how) {
      const url = addresses.get(engine) ?? ''
      const failed = `The model server at ${url && new URL(url).host} ${how}`
      const why = `${failed}, so the built-in guides answer. ${CHOICE}`
      // another call may have noticed it before
      if (using?.engine === engine) {
        dismissed.set(url, { until: now().getTime() + REST_MS, why })
        using = undefined
        searchedAt = Number.NEGATIVE_INFINITY
        log({ server: url }, 'leaves a model server alone that failed')
      }
      return why
    },
    dismissal() {
      const server = found.find(isDismissed)
      return (server && dismissed.get(server.url)?.why) ?? null
    },
  }
}

function isSame(one: FoundServer, other: FoundServer): boolean {
  return one.url === other.url && one.models.join('\n') === other.models.join('\n')
}
