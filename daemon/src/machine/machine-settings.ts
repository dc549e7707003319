import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FoundServer } from '@shortlist/contracts/health'
import {
  type AddedServer,
  type Machine,
  type MachineChange,
  ModelPurpose,
  type ModelServerForm,
  type ModelTest,
  type ModelUses,
  type ServerAdded,
} from '@shortlist/contracts/machine'
import { z } from 'zod'
import { AppError, RateLimited } from '../errors.ts'
import { pinnedFetch } from '../platform/egress/pinned-fetch.ts'
import { AddressRefused, type Names, type Reached, reach } from '../platform/egress/reach.ts'
import type { Llm, Prompt } from '../platform/llm/llm.ts'
import { replyOrGuides } from '../platform/llm/reply-or-guides.ts'
import type { WantedModels } from '../platform/llm/server/connect-server.ts'
import { isOwnNetwork } from '../platform/llm/server/is-own-network.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type Collection, openCollectionFile } from '../platform/storage/collection.ts'
import type { FileSystem } from '../platform/storage/file-system.ts'
import { inTime } from '../platform/until-aborted.ts'
import { testServer } from './test-server.ts'

const VERSION = 1

const ServerRow = z.object({
  id: z.string(),
  url: z.string(),
  /** The key, sealed for the origin of the server; null where it needs none. */
  secret: z.string().nullable(),
  /** ISO 8601. */
  savedAt: z.string(),
})
type ServerRow = z.infer<typeof ServerRow>

/** Which model server answers, as it is stored. */
const ModelRow = z.object({
  chosen: z.string(),
  servers: z.array(ServerRow),
  guidesStandIn: z.boolean().default(false),
  /** Which models were chosen for the server of an origin: another one's are not meant. */
  models: z.record(z.string(), z.partialRecord(ModelPurpose, z.string())).default({}),
})
type ModelRow = z.infer<typeof ModelRow>

const nothingStored: ModelRow = { chosen: 'found', servers: [], guidesStandIn: false, models: {} }

type ChosenFor = NonNullable<WantedModels['chosenFor']>

interface ChosenServer {
  readonly url: string
  readonly keyOf: () => Promise<string | undefined>
  readonly chosenFor: ChosenFor
  readonly fetch: typeof fetch
}

/** What the settings of a computer are kept and made with. */
export interface MachineParts {
  /** The data folder, locked for this process. */
  readonly folder: string
  readonly box: SecretBox
  /** Hears in one sentence what had to be repaired. */
  readonly report: (sentence: string) => void
  /** The variable that names what answers; null where none does. */
  readonly setBy: string | null
  /** The variables that name models. */
  readonly modelsSetBy: Partial<Readonly<Record<ModelPurpose, string>>>
  /** What `setBy` names; where nothing does, a server that is found, else the guides. */
  readonly openUnchosen: (chosenFor: ChosenFor) => Llm
  readonly guides: Llm
  /** The engine of a server that somebody has chosen; `keyOf` as in `chosenLlm`. */
  readonly llmAt: (server: ChosenServer) => Llm
  /** The model servers that run on this computer. */
  readonly findServers: () => Promise<readonly FoundServer[]>
  readonly names: Pick<Names, 'addresses'>
  /** Longest silence of a model server, in seconds. */
  readonly stallSeconds: number
  /** The account that signed up first; undefined while there is none. */
  readonly ownerId: () => Promise<string | undefined>
  /** Hears that something else answers, or could. */
  readonly onChange: () => void
  readonly now: () => Date
  readonly fs?: FileSystem
}

/** Opens what is stored of the settings of a computer; contacts nobody. Throws `STORE_NEWER`. */
export async function openMachineSettings(parts: MachineParts): Promise<MachineSettings> {
  const { folder, report, fs } = parts
  const rows = await openCollectionFile(join(folder, 'settings', 'machine.json'), ModelRow, {
    version: VERSION,
    report,
    fs,
    lost: 'Model servers that were added in the app have to be added again.',
  })
  return new MachineSettings(parts, rows)
}

const NOT_OWNER = 'The owner of this computer chooses the model.'
const SET_BY_ENVIRONMENT = 'The environment of this computer names what answers.'
const MODEL_SET_BY_ENVIRONMENT = 'The environment of this computer names this model.'
const NO_ANSWERING = 'No model server answers at present.'
const NO_SERVER = 'There is no such model server.'
const TOO_MANY = 'No more than 20 model servers can be added.'
const ONLY_HTTPS = 'Outside of your own network only https:// addresses are asked.'
const REFUSED = 'This address is not asked: it is none of a model server.'

const MODEL = 'model'
const MOST_SERVERS = 20
/** How long an answer waits for what was chosen to say what it is. */
const PATIENCE_MS = 3_000

/**
 * What answers on this computer, as its owner chooses it. Calls by others throw `FORBIDDEN_USER`,
 * changes of what the environment names `SET_BY_ENVIRONMENT`. No answer and no failure holds a key.
 */
export class MachineSettings {
  readonly #parts: MachineParts
  readonly #rows: Collection<ModelRow>
  #unchosen: Llm
  #engine: { readonly of: string; readonly llm: Llm } | undefined
  #isTesting = false

  constructor(parts: MachineParts, rows: Collection<ModelRow>) {
    this.#parts = parts
    this.#rows = rows
    this.#unchosen = parts.openUnchosen(this.#chosenFor)
  }

  /** What is chosen at the time of each call; a reply ends on the server that it began on. */
  readonly llm: Llm = {
    status: () => this.#current().status(),
    models: () => this.#current().models(),
    contextTokens: () => this.#current().contextTokens(),
    refresh: () => this.#current().refresh(),
    warmUp: () => this.#current().warmUp(),
    stream: (prompt, signal) => this.#stream(prompt, signal),
    write: (task, signal) => this.#current().write(task, signal),
    json: (task, signal) => this.#current().json(task, signal),
    embed: (texts, signal) => this.#current().embed(texts, signal),
  }

  /** Whether somebody has said what answers; null for those who cannot. */
  async isChosen(userId: string): Promise<boolean | null> {
    if (!(await this.#isOwner(userId))) return null
    return this.#parts.setBy !== null || this.#stored().chosen !== nothingStored.chosen
  }

  /** `found`, `guides`, or which server: as it is stored, whatever the environment says. */
  get chosen(): string {
    return this.#stored().chosen
  }

  async read(userId: string): Promise<Machine> {
    const { setBy, findServers } = this.#parts
    const { chosen, servers, guidesStandIn } = this.#stored()
    if (!(await this.#isOwner(userId))) {
      const status = this.llm.status()
      const answering = status.kind === 'built-in' ? status.label : (status.model ?? '')
      const nothing = { error: null, setBy: null, guidesStandIn: null, models: null }
      return { isOwner: false, answering, chosen: 'found', ...nothing, found: [], servers: [] }
    }
    const [found] = await Promise.all([
      setBy === null ? findServers() : [],
      // what it has is not known before it is connected
      inPatience(() => this.llm.warmUp()),
    ])
    const status = this.llm.status()
    return {
      isOwner: true,
      answering: status.label,
      error: status.error,
      setBy,
      chosen,
      guidesStandIn: this.#isServerChosen() ? guidesStandIn : null,
      models: this.#modelUses(),
      found: [...found],
      servers: servers.map(shown),
    }
  }

  /** In force with the next question. Throws `NOT_FOUND` for a server that is not there. */
  async change(userId: string, change: MachineChange): Promise<Machine> {
    const { chosen, isTried, guidesStandIn, models } = change
    await this.#checkOwner(userId)
    if (models !== undefined) await this.#chooseModels(models)
    if (guidesStandIn !== undefined) await this.#store((before) => ({ ...before, guidesStandIn }))
    if (chosen !== undefined) await this.choose(chosen)
    if (isTried || chosen !== undefined || models !== undefined) {
      await inPatience(() => this.llm.refresh())
    }
    return this.#changed(userId)
  }

  /** Stores nothing. Throws `RATE_LIMITED` while another test runs. */
  async test(userId: string, form: ModelServerForm, signal: AbortSignal): Promise<ModelTest> {
    await this.#checkFree(userId)
    return this.#test(await this.#whole(form), signal)
  }

  /** The same test; where all of it is good, the server is one that can be chosen. */
  async add(userId: string, form: ModelServerForm, signal: AbortSignal): Promise<ServerAdded> {
    await this.#checkFree(userId)
    const whole = await this.#whole(form)
    const test = await this.#test(whole, signal)
    if (!test.isGood) return { test, machine: await this.read(userId) }
    await this.#keep(whole)
    return { test, machine: await this.#changed(userId) }
  }

  /** Its key goes with it, and which of its models were chosen. Throws `NOT_FOUND`. */
  async remove(userId: string, id: string): Promise<Machine> {
    await this.#checkFree(userId)
    await this.#store((before) => {
      const { chosen, servers, models } = before
      const gone = servers.find((each) => each.id === id)
      if (!gone) throw new AppError('NOT_FOUND', NO_SERVER)
      const { [new URL(gone.url).origin]: _, ...others } = models
      const left = servers.filter((each) => each !== gone)
      return { ...before, chosen: chosen === id ? 'found' : chosen, servers: left, models: others }
    })
    return this.#changed(userId)
  }

  #changed(userId: string): Promise<Machine> {
    this.#parts.onChange()
    return this.read(userId)
  }

  #stored(): ModelRow {
    return this.#rows.get(MODEL) ?? nothingStored
  }

  readonly #chosenFor: ChosenFor = (origin) => this.#stored().models[origin] ?? {}

  #modelUses(): ModelUses | null {
    const known = this.llm.models()
    if (known === null) return null
    const { origin, served, isOwnNetwork, used } = known
    const chosen = this.#chosenFor(origin)
    const purposes = ModelPurpose.options.map((purpose) => ({
      purpose,
      used: used[purpose],
      chosen: chosen[purpose] ?? null,
      setBy: this.#parts.modelsSetBy[purpose] ?? null,
    }))
    return { served: [...served], isOwnNetwork, purposes }
  }

  /** A server that is asked already goes on with its running replies, and is connected anew. */
  async #chooseModels(wanted: NonNullable<MachineChange['models']>): Promise<void> {
    const { modelsSetBy, openUnchosen } = this.#parts
    const purposes = ModelPurpose.options.filter((purpose) => wanted[purpose] !== undefined)
    if (purposes.some((purpose) => modelsSetBy[purpose] !== undefined))
      throw new AppError('SET_BY_ENVIRONMENT', MODEL_SET_BY_ENVIRONMENT)
    const origin = this.llm.models()?.origin
    if (origin === undefined) throw new AppError('NOT_AVAILABLE', NO_ANSWERING)
    await this.#store((before) => {
      const all = { ...before.models[origin], ...wanted }
      const named = Object.entries(all).filter(([, id]) => id !== null)
      return { ...before, models: { ...before.models, [origin]: Object.fromEntries(named) } }
    })
    this.#unchosen = openUnchosen(this.#chosenFor)
  }

  async #store(change: (before: ModelRow) => ModelRow): Promise<void> {
    await this.#rows.change((rows) => {
      rows.set(MODEL, change(rows.get(MODEL) ?? nothingStored))
    })
    this.#engine = undefined
  }

  #stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<string> {
    const { guides } = this.#parts
    if (prompt.answerBy === 'guides') return guides.stream(prompt, signal)
    const engine = this.#current()
    if (!this.#isServerChosen() || !this.#stored().guidesStandIn)
      return engine.stream(prompt, signal)
    const name = () => engine.status().model ?? engine.status().label
    return replyOrGuides({ engine, guides, name }, prompt, signal)
  }

  /** Somebody has named a server, be it in the environment. */
  #isServerChosen(): boolean {
    if (this.#parts.setBy !== null) return this.#unchosen.status().kind !== 'built-in'
    return !['found', 'guides'].includes(this.#stored().chosen)
  }

  #current(): Llm {
    const { setBy, guides, llmAt } = this.#parts
    const { chosen, servers } = this.#stored()
    if (setBy !== null || chosen === 'found') return this.#unchosen
    if (chosen === 'guides') return guides
    if (this.#engine?.of === chosen) return this.#engine.llm
    const row = servers.find(({ id }) => id === chosen)
    const url = row?.url ?? chosen
    if (!URL.canParse(url)) return this.#unchosen
    const keyOf = async () => row && this.#keyOf(row)
    const llm = llmAt({ url, keyOf, ...this.#asking() })
    this.#engine = { of: chosen, llm }
    return llm
  }

  /** For who holds the data folder. Throws `SET_BY_ENVIRONMENT`, or `NOT_FOUND` for a server that is not there. */
  async choose(chosen: string): Promise<void> {
    this.#checkUnset()
    const { servers } = this.#stored()
    const isKnown = ['found', 'guides', ...servers.map(({ id }) => id)].includes(chosen)
    const found = isKnown ? [] : await this.#parts.findServers()
    if (!isKnown && !found.some(({ url }) => url === chosen))
      throw new AppError('NOT_FOUND', NO_SERVER)
    await this.#store((before) => ({ ...before, chosen }))
  }

  async #keep({ url, key }: ModelServerForm): Promise<void> {
    const secret = key === '' ? null : await this.#parts.box.seal(useOf(url), key)
    const savedAt = this.#parts.now().toISOString()
    await this.#store((before) => {
      const { servers } = before
      const id = servers.find((each) => each.url === url)?.id ?? randomUUID()
      const others = servers.filter((each) => each.url !== url)
      if (others.length >= MOST_SERVERS) throw new AppError('VALIDATION', TOO_MANY)
      return { ...before, servers: [...others, { id, url, secret, savedAt }] }
    })
  }

  /** With the key that counts. */
  async #whole(form: ModelServerForm): Promise<ModelServerForm> {
    const { origin } = new URL(form.url)
    const same = (row: ServerRow) => row.secret !== null && new URL(row.url).origin === origin
    const stored = form.key === '' ? this.#stored().servers.find(same) : undefined
    const key = stored && (await this.#keyOf(stored))
    return { url: form.url, key: key ?? form.key }
  }

  async #keyOf({ url, secret }: ServerRow): Promise<string | undefined> {
    return secret === null ? undefined : this.#parts.box.open(useOf(url), secret)
  }

  async #test(form: ModelServerForm, signal: AbortSignal): Promise<ModelTest> {
    if (this.#isTesting) throw new RateLimited(1000, 'A test is running already')
    this.#isTesting = true
    const { llmAt, stallSeconds } = this.#parts
    const { fetch, ...asking } = this.#asking()
    const keyOf = async () => form.key || undefined
    const engine = llmAt({ url: form.url, keyOf, fetch, ...asking })
    try {
      return await testServer(form, { fetch, engine, stallSeconds, signal })
    } finally {
      this.#isTesting = false
    }
  }

  #asking(): Pick<ChosenServer, 'chosenFor' | 'fetch'> {
    return { chosenFor: this.#chosenFor, fetch: pinnedFetch((url) => this.#reach(url)) }
  }

  /** Throws `ADDRESS_REFUSED` or `LLM_UNREACHABLE`. */
  async #reach({ hostname, host, protocol }: URL): Promise<Reached> {
    const { names } = this.#parts
    try {
      const name = hostname.replace(/^\[(.*)\]$/, '$1')
      const reached = await reach(name, { names, isOwnNetworkAllowed: true })
      if (protocol === 'http:' && !reached.isOwnNetwork)
        throw new AppError('ADDRESS_REFUSED', ONLY_HTTPS)
      return reached
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      if (cause instanceof AddressRefused) throw new AppError('ADDRESS_REFUSED', REFUSED)
      const told = `The model server at ${host} cannot be reached.`
      throw new AppError('LLM_UNREACHABLE', told, { cause })
    }
  }

  async #isOwner(userId: string): Promise<boolean> {
    return (await this.#parts.ownerId()) === userId
  }

  async #checkOwner(userId: string): Promise<void> {
    if (!(await this.#isOwner(userId))) throw new AppError('FORBIDDEN_USER', NOT_OWNER)
  }

  async #checkFree(userId: string): Promise<void> {
    await this.#checkOwner(userId)
    this.#checkUnset()
  }

  #checkUnset(): void {
    if (this.#parts.setBy !== null) throw new AppError('SET_BY_ENVIRONMENT', SET_BY_ENVIRONMENT)
  }
}

/** What a key is sealed for: another origin cannot open it. */
function useOf(url: string) {
  return { userId: 'machine', purpose: `model|${new URL(url).origin}` }
}

/** How it goes is told later as well. */
async function inPatience(work: () => Promise<unknown>): Promise<void> {
  const { signal } = new AbortController()
  await inTime('Looking', PATIENCE_MS, work, signal).catch(() => {})
}

function shown({ id, url, secret, savedAt }: ServerRow): AddedServer {
  const name = new URL(url).host
  return { id, name, url, hasKey: secret !== null, isOwnNetwork: isOwnNetwork(url), savedAt }
}
