import { OpenAPIHono } from '@hono/zod-openapi'
import type { EngineStatus } from '@shortlist/contracts/health'
import { DEADLINES_LOOKED_UP } from '@shortlist/contracts/look-up'
import type { Check } from '@shortlist/contracts/machine'
import { Deletions, openLeavers } from '../accounts/delete-account.ts'
import { createPasswords, HashQueue } from '../accounts/passwords.ts'
import { openSignUp } from '../accounts/people.ts'
import type { AccountEvent, SignUp } from '../accounts/ports.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { createFindSession } from '../accounts/session-store.ts'
import { calendarRoutes } from '../calendar/routes.ts'
import type { ChatPorts } from '../chat/ports.ts'
import { chatRoutes } from '../chat/routes.ts'
import type { MachineSettings } from '../machine/machine-settings.ts'
import { machineRoutes } from '../machine/routes.ts'
import { SetUpChecks, type StoredChoices } from '../machine/set-up.ts'
import { settingRoutes } from '../mail/connect/routes.ts'
import { mailRoutes } from '../mail/routes.ts'
import { mailRowRoutes } from '../mail/rows/routes.ts'
import { createBackground } from '../platform/background.ts'
import { apiDocs } from '../platform/http/api-docs.ts'
import { guard } from '../platform/http/guard.ts'
import { healthRoutes } from '../platform/http/health-routes.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { refuseInvalid } from '../platform/http/json.ts'
import {
  createOriginList,
  createRequestCheck,
  isExtension,
} from '../platform/http/request-check.ts'
import { serveWeb } from '../platform/http/serve-web.ts'
import type { SignedIn } from '../platform/http/session.ts'
import { LOOPBACK, listen } from '../platform/listen.ts'
import type { Log } from '../platform/log.ts'
import { SocketServer } from '../platform/realtime/socket-server.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import { retrievalRoutes } from '../retrieval/routes.ts'
import type { SetupListPorts } from '../today/ports.ts'
import { setupListRoutes, todayRoutes } from '../today/routes.ts'
import { openSetupLists, type SetupLists } from '../today/setup-list.ts'
import { belongingsOf } from './belongings.ts'
import { type Imports, openImports } from './import-account.ts'
import { type AssistantParts, openAssistants } from './open-assistants.ts'
import { openMachine } from './open-llm.ts'
import { configuredMailbox } from './open-mailbox.ts'
import { openRetrieval } from './open-retrieval.ts'
import { openStores, type Stores, tellAll } from './open-stores.ts'
import { allowedHosts, ownHost } from './own-host.ts'
import { readVersion } from './read-version.ts'

export interface RunParts
  extends Pick<
    AssistantParts,
    'config' | 'envFile' | 'whereSet' | 'folders' | 'log' | 'report' | 'sample'
  > {
  readonly onLost: (error: Error) => void
  /** Runs once port and data folder are held, before the first answer. */
  readonly beforeServing?: () => Promise<unknown>
  /** Trusts Vite's development server. */
  readonly dev: boolean
  /** Whether all is well with what runs on `port`. */
  readonly checkSetUp: (port: number, stored: StoredChoices) => Promise<readonly Check[]>
}

export interface RunningDaemon {
  readonly port: number
  /** Whether anybody has signed up yet. */
  hasAccounts(): Promise<boolean>
  /** Looks for a model server where none is configured; resolves to what answers chats. */
  findEngine(): Promise<EngineStatus>
  /** Stores running replies as stopped, finishes writes and frees port and data folder. */
  close(): Promise<void>
}

/** Binds the port, opens the stores and serves; frees everything again where one of these fails. */
export async function runDaemon(parts: RunParts): Promise<RunningDaemon> {
  const openConfigured = await configuredMailbox(parts.config, parts.log)
  // The port comes first: whoever holds it may be a Shortlist that uses the same data folder.
  const door = await openDoor(parts)
  const { log, onLost, report } = parts
  const background = createBackground((error) =>
    log.error({ err: error }, 'background work failed'),
  )
  const folder = parts.folders.data
  const stores = await openStores({ folder, background, now, report, onLost }).catch(
    async (error: unknown) => {
      await door.listening.close()
      throw error
    },
  )
  try {
    await parts.beforeServing?.()
    return await serve({ ...parts, openConfigured, door, background, stores })
  } catch (error) {
    await door.listening.close()
    await stores.close()
    throw error
  }
}

/** Requests wait at it until `answer` is handed the calls. */
async function openDoor({ config, log, dev }: RunParts) {
  let port = config.PORT
  const origins = createOriginList({
    port: () => port,
    clientUrl: config.CLIENT_URL,
    allowedOrigins: config.ALLOWED_ORIGINS,
    allowedHosts: allowedHosts(config),
    dev,
  })
  const checkRequest = createRequestCheck(origins)
  const opened = Promise.withResolvers<App>()
  const server = createHttpServer({
    fetch: async (request, env) => (await opened.promise).fetch(request, env),
    check: checkRequest,
    log: logFailure(log),
    onRefused: (refusal) => log.warn(refusal, 'refused a request by its Host or Origin'),
  })
  const listening = await listen(server, port, config.HOST ? [config.HOST] : LOOPBACK)
  port = listening.port
  return { origins, checkRequest, server, listening, port: () => port, answer: opened.resolve }
}

interface ServeParts extends RunParts, Pick<AssistantParts, 'openConfigured' | 'background'> {
  readonly door: Awaited<ReturnType<typeof openDoor>>
  readonly stores: Stores
}

async function serve(parts: ServeParts): Promise<RunningDaemon> {
  const { config, log, door, background, stores } = parts
  const { checkRequest, listening } = door
  const peekSession = createFindSession(stores, 'peek')
  const kept = { folder: parts.folders.data, report: parts.report }
  const [setupLists, signUp, leavers] = await Promise.all([
    openSetupLists({
      ...kept,
      onPanel: (userId) => realtime.publish(userId, 'settings-changed', { sections: [] }),
      now,
    }),
    openSignUp({
      ...kept,
      given: config.SIGNUP,
      // strangers of a network get no account unless its owner lets them
      byDefault: config.HOST === undefined ? 'open' : 'first',
    }),
    openLeavers(kept),
  ])
  const realtime: SocketServer = new SocketServer({
    findSession: peekSession,
    checkRequest,
    log,
    onConnected(userId, origin) {
      if (isExtension(origin)) background.run(() => setupLists.seePanel(userId))
    },
  })
  const machine = await openMachine(config, {
    ...parts,
    ownerId: async () => (await stores.accounts.first())?.id,
    onChange: () => tellAll({ ...parts, realtime }, 'settings-changed', { sections: ['model'] }),
  })
  const { llm } = machine
  const ownUrl = () => `http://${ownHost(config.HOST)}:${door.port()}`
  const [retrieval, assistants] = await Promise.all([
    openRetrieval({ ...parts, realtime, llm }),
    openAssistants({ ...parts, realtime, llm, ownUrl }),
  ])
  const imports = await openImports({ ...kept, ...assistants, stores, retrieval, now })
  const open = {
    ...parts,
    realtime,
    setupLists,
    signUp,
    leavers,
    imports,
    machine,
    llm,
    ownUrl,
    retrieval,
    ...assistants,
  }
  const { app, stopReplies, deletions } = createApp(open)
  const { finished } = await deletions.resume()
  background.run(() => finished)
  realtime.attach(door.server)
  door.answer(app)
  const { mail, calendars } = assistants
  calendars.start()
  mail.start()

  return {
    port: door.port(),
    hasAccounts: () => hasAccounts(stores),
    findEngine: () => llm.refresh(),
    async close() {
      // a mail that waits for its calendar would hold the stop up
      calendars.stop()
      await Promise.all([stopReplies(), mail.close()])
      await background.idle()
      await retrieval.close()
      await calendars.close()
      realtime.close()
      await listening.close()
      await stores.close()
    },
  }
}

async function hasAccounts({ accounts }: Pick<Stores, 'accounts'>): Promise<boolean> {
  return (await accounts.first()) !== undefined
}

interface OpenParts
  extends ServeParts,
    Pick<AssistantParts, 'llm'>,
    Awaited<ReturnType<typeof openAssistants>> {
  readonly realtime: SocketServer
  readonly signUp: SignUp
  readonly setupLists: SetupLists
  readonly leavers: Awaited<ReturnType<typeof openLeavers>>
  readonly imports: Imports
  readonly machine: MachineSettings
  /** Origin of the daemon itself. */
  readonly ownUrl: () => string
  readonly retrieval: Retrieval
}

/** All calls, each domain's with what it needs of the others. */
function createApp(open: OpenParts) {
  const { log, door, background, stores, realtime, llm, retrieval } = open
  const { origins } = door
  const version = readVersion()
  const tellAccounts = async () => {
    const isNew = !(await hasAccounts(stores))
    const rule = open.signUp.rule()
    return { hasAccounts: !isNew, canSignUp: rule === 'open' || (rule === 'first' && isNew) }
  }
  const root = new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
  guard(root, { origins, findSession: createFindSession(stores), log: logFailure(log) })
  const chat = chatRoutes(
    {
      chats: stores.chats,
      llm,
      realtime,
      findPassages: (userId, question) => retrieval.findPassages(userId, question),
      findTurns: (...asked) => retrieval.findTurns(...asked),
      forgetTurns: (userId, chatId) => retrieval.forgetTurns(userId, chatId),
      lookUp: aheadOf(open),
      now,
    },
    background,
  )
  const belongings = belongingsOf({ ...open, forgetChats: chat.forgetAccount })
  const ofAccounts = {
    ...stores,
    endSession: (id: string) => realtime.endSession(id),
    record: (event: AccountEvent) => log.info({ event }, 'account'),
    belongings,
  }
  const deletions = new Deletions({ ...ofAccounts, leavers: open.leavers })
  const accounts = accountRoutes({
    ...ofAccounts,
    signUp: open.signUp,
    imports: open.imports,
    passwords: createPasswords(new HashQueue(now)),
    deletions,
    background,
    now,
  })
  const setUp = new SetUpChecks({
    version,
    folders: open.folders,
    ownerId: async () => (await stores.accounts.first())?.id,
    check: () =>
      open.checkSetUp(door.port(), {
        engine: () => llm.refresh(),
        chosenModel: open.machine.chosen,
        hasGoogleClient: open.googleClient.settings !== null,
      }),
  })
  const calendar = calendarRoutes(open.calendars, open.googleClient, open.times, () =>
    origins.origins(),
  )
  const app = root
    .route('/', healthRoutes({ version, engine: () => llm.status(), accounts: tellAccounts }))
    .route('/', accounts)
    .route('/', chat.app)
    .route('/', mailRoutes(open.mail))
    .route('/', mailRowRoutes(open.mail))
    .route('/', todayRoutes(open.today))
    .route('/', setupListRoutes({ stateOf: stateOf(open), lists: open.setupLists }))
    // before those of an account, whose id stands in the same place
    .route('/', machineRoutes(open.machine, setUp))
    .route('/', settingRoutes(open.settings))
    .route('/', calendar)
    .route('/', retrievalRoutes(retrieval))
    .doc31('/api/openapi.json', { openapi: '3.1.0', info: { title: 'Shortlist', version } })
  app.route('/', apiDocs())
  app.route('/', serveWeb(open.folders.web))
  return { app, stopReplies: chat.stopAll, deletions }
}

/** What chats look up, as Today tells it. */
function aheadOf({ today, config, ownUrl }: OpenParts): ChatPorts['lookUp'] {
  return async (userId) => {
    // a library of dates comes with it, which a start does without
    const { readAhead } = await import('../today/read-today.ts')
    return {
      ...(await readAhead(today, userId, DEADLINES_LOOKED_UP)),
      zone: today.zoneOf(userId),
      mailUrl(emailId) {
        const { href } = new URL('/gmail-mcp', config.CLIENT_URL ?? ownUrl())
        return `${href}?mail=${encodeURIComponent(emailId)}`
      },
    }
  }
}

/** What is set up for an account, as its parts know it. */
function stateOf(open: OpenParts): SetupListPorts['stateOf'] {
  const { mail, machine, calendars, retrieval } = open
  return async (userId) => {
    const [account, model, calendar, folder] = await Promise.all([
      mail.opened(userId),
      machine.isChosen(userId),
      calendars.status(userId),
      retrieval.hasFolders(userId),
    ])
    const kind = account?.health().kind ?? 'none'
    return {
      sample: kind !== 'none',
      mailbox: kind !== 'none' && kind !== 'sample',
      model,
      // having none was chosen, too
      calendar: calendar.connected || calendar.wasChosen,
      folder,
    }
  }
}

/** What `shared/client` calls, as a type; nothing else of the daemon leaves it. */
export type App = ReturnType<typeof createApp>['app']

const now = () => new Date()

function logFailure(log: Log) {
  return (error: unknown, requestId: string) =>
    log.error({ err: error, requestId }, 'a request failed')
}
