import type { EngineStatus } from '@shortlist/contracts/health'
import { createFindSession } from '../accounts/find-session.ts'
import { createPasswords } from '../accounts/hash-password.ts'
import { HashQueue } from '../accounts/hash-queue.ts'
import { composeDaemon } from '../compose.ts'
import type { Config } from '../env.ts'
import { createBackground } from '../platform/background.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { createOriginList } from '../platform/http/origin-list.ts'
import { createRequestCheck } from '../platform/http/request-check.ts'
import { LOOPBACK, listen } from '../platform/listen.ts'
import type { Log } from '../platform/log.ts'
import { createRealtime } from '../platform/realtime/socket-server.ts'
import { allowedHosts } from './allowed-hosts.ts'
import type { Folders } from './folders.ts'
import { openLlm } from './open-llm.ts'
import { openStores } from './open-stores.ts'
import { readVersion } from './read-version.ts'

export interface RunParts {
  readonly config: Config
  readonly folders: Folders
  readonly log: Log
  /** Hears in one sentence what a person should know: repairs of stored data, a lost lock. */
  readonly report: (sentence: string) => void
  readonly onLost: (error: Error) => void
  /** Accounts without a mailbox begin with the sample one. */
  readonly sample: boolean
  readonly dev: boolean
}

export interface RunningDaemon {
  readonly port: number
  readonly addresses: readonly string[]
  /** Looks for a model server where none is configured; resolves to what answers chats. */
  findEngine(): Promise<EngineStatus>
  /** Stores running replies as stopped, finishes writes and frees port and data folder. */
  close(): Promise<void>
}

/** Binds the port, opens the stores and serves; frees everything again where one of these fails. */
export async function runDaemon(parts: RunParts): Promise<RunningDaemon> {
  const { config, log } = parts
  let port = config.PORT
  const origins = createOriginList({
    port: () => port,
    clientUrl: config.CLIENT_URL,
    allowedOrigins: config.ALLOWED_ORIGINS,
    allowedHosts: allowedHosts(config),
    dev: parts.dev,
  })
  const checkRequest = createRequestCheck(origins)
  const opened = Promise.withResolvers<ReturnType<typeof composeDaemon>['app']>()
  const server = createHttpServer({
    fetch: async (request, env) => (await opened.promise).fetch(request, env),
    check: checkRequest,
    log: logFailure(log),
    onRefused: (refusal) => log.warn(refusal, 'refused a request by its Host or Origin'),
  })
  // The port comes first: whoever holds it may be a Shortlist that uses the same data folder.
  const listening = await listen(server, port, config.HOST ? [config.HOST] : LOOPBACK)
  port = listening.port

  const background = createBackground((error) =>
    log.error({ err: error }, 'background work failed'),
  )
  const stores = await openStores({
    folder: parts.folders.data,
    background,
    now,
    report: parts.report,
    onLost: parts.onLost,
  }).catch(async (error: unknown) => {
    await listening.close()
    throw error
  })
  const peekSession = createFindSession(stores, 'peek')
  const realtime = createRealtime({ findSession: peekSession, checkRequest, log })
  const llm = openLlm(config, (details, message) => log.info(details, message))
  const { app, stopReplies } = composeDaemon({
    guard: { origins, findSession: createFindSession(stores), log: logFailure(log) },
    accounts: {
      ...stores,
      passwords: createPasswords({ queue: new HashQueue(now) }),
      endSession: (id) => realtime.endSession(id),
      record: (event) => log.info({ event }, 'account'),
      background,
      now,
    },
    chat: { chats: stores.chats, llm, realtime, findPassages: async () => [], now },
    health: { version: readVersion(), engine: () => llm.status() },
    background,
    webFolder: parts.folders.web,
  })
  realtime.attach(server)
  opened.resolve(app)
  setImmediate(() => realtime.warmUp())

  return {
    port,
    addresses: listening.addresses,
    findEngine: () => llm.refresh(),
    async close() {
      await stopReplies()
      await background.idle()
      realtime.close()
      await listening.close()
      await stores.close()
    },
  }
}

const now = () => new Date()

function logFailure(log: Log) {
  return (error: unknown, requestId: string) =>
    log.error({ err: error, requestId }, 'a request failed')
}
