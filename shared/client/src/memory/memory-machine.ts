import type { EngineStatus } from '@shortlist/contracts/health'
import {
  type Check,
  type Machine,
  type MachineChange,
  ModelPurpose,
  type ModelServerForm,
  type ModelTest,
  type ModelUses,
} from '@shortlist/contracts/machine'
import { CallFailed } from '../call-failed.ts'
import type { MachineSettings } from '../machine.ts'
import type { GoogleCalls } from './memory-google.ts'

export interface MemoryMachineParts {
  /** What answers while nobody has chosen, and what was found. */
  readonly engine: EngineStatus
  /** Why nothing can be chosen here; null where it can. */
  readonly refusal: string | null
  /** The variable that names what answers; null where none does. */
  readonly setBy: string | null
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Hears that something else answers, or could. */
  readonly onChange: () => void
}

const GUIDES = 'Built-in guides'

/** What every server in memory has. */
const served: ModelUses['served'] = [
  { id: 'scripted', name: 'scripted', use: 'chat' },
  { id: 'qwen3:8b', name: 'qwen3:8b', use: 'chat' },
  { id: 'bge-m3', name: 'bge-m3', use: 'embedding' },
]

/** What a server in memory refuses. */
export const WRONG_KEY = 'wrong-key'

/** The settings of a computer in memory; its servers take any key but `WRONG_KEY`. */
export function memoryMachine(parts: MemoryMachineParts): Omit<MachineSettings, keyof GoogleCalls> {
  const { engine, refusal, setBy, now, onChange } = parts
  let chosen = 'found'
  let servers: Machine['servers'] = []
  let guidesStandIn = false
  let picked: NonNullable<MachineChange['models']> = {}

  function uses({ isOwnNetwork = true }: { readonly isOwnNetwork?: boolean } = {}): ModelUses {
    const chat = picked.chat ?? 'scripted'
    const byItself = { chat, small: chat, vision: chat, embedding: isOwnNetwork ? 'bge-m3' : null }
    const purposes = ModelPurpose.options.map((purpose) => ({
      purpose,
      used: picked[purpose] ?? byItself[purpose],
      chosen: picked[purpose] ?? null,
      setBy: null,
    }))
    return { served, isOwnNetwork, purposes }
  }

  function machine(): Machine {
    if (refusal !== null) {
      const nothing = { error: null, setBy: null, guidesStandIn: null, models: null }
      const { label: answering } = engine
      return { isOwner: false, answering, chosen: 'found', ...nothing, found: [], servers: [] }
    }
    const added = servers.find(({ id }) => id === chosen)
    const found = engine.found.find(({ url }) => url === chosen)
    const server = added ?? found
    const label = chosen === 'guides' ? GUIDES : engine.label
    const answering = server ? `scripted on ${server.name}` : label
    const error = chosen === 'found' ? engine.error : null
    const isServer = setBy !== null || !['found', 'guides'].includes(chosen)
    return {
      isOwner: true,
      answering,
      error,
      setBy,
      chosen,
      guidesStandIn: isServer ? guidesStandIn : null,
      models: answering === GUIDES ? null : uses(added),
      found: engine.found,
      servers,
    }
  }

  function check(): void {
    if (refusal !== null) throw new CallFailed(403, refusal)
    if (setBy !== null)
      throw new CallFailed(409, 'The environment of this computer names what answers.')
  }

  function known(id: string): string {
    const ids = ['found', 'guides', ...engine.found.map(({ url }) => url)]
    if (![...ids, ...servers.map((server) => server.id)].includes(id))
      throw new CallFailed(404, 'There is no such model server.')
    return id
  }

  return {
    readMachine: async () => machine(),
    async changeMachine(change) {
      if (change.chosen !== undefined || refusal !== null) check()
      if (change.chosen !== undefined) chosen = known(change.chosen)
      guidesStandIn = change.guidesStandIn ?? guidesStandIn
      if (change.models && !machine().models)
        throw new CallFailed(409, 'No model server answers at present.')
      picked = { ...picked, ...change.models }
      onChange()
      return machine()
    },
    async testServer(form) {
      check()
      return tested(form)
    },
    async addServer(form) {
      check()
      const test = tested(form)
      const { host } = new URL(form.url)
      const others = servers.filter(({ url }) => url !== form.url)
      const id = `server-${host}`
      const isOwnNetwork = /^(localhost|127\.)/.test(host)
      const savedAt = new Date(now()).toISOString()
      const { url } = form
      const added = { id, name: host, url, hasKey: form.key !== '', isOwnNetwork, savedAt }
      if (test.isGood) {
        servers = [...others, added]
        onChange()
      }
      return { test, machine: machine() }
    },
    async checkSetUp() {
      if (refusal !== null) throw new CallFailed(403, refusal)
      const checks: Check[] = [
        { name: 'Node', state: 'ok', found: '26.10.0' },
        { name: 'Model', state: 'warn', found: engine.label, fix: 'Start Ollama.' },
      ]
      const report = checks.map(({ name, state }) => `${state} ${name}`).join('\n')
      return { dataFolder: '/home/ada/data', logFolder: '/home/ada/data/logs', checks, report }
    },
    async removeServer(id) {
      check()
      if (!servers.some((server) => server.id === id))
        throw new CallFailed(404, 'There is no such model server.')
      servers = servers.filter((server) => server.id !== id)
      if (chosen === id) chosen = 'found'
      onChange()
      return machine()
    },
  }
}

function tested({ url, key }: ModelServerForm): ModelTest {
  const { host } = new URL(url)
  const isGood = key !== WRONG_KEY
  const good = (detail: string, ms: number | null = null) =>
    ({ state: 'good', detail, ms }) as const
  const untried = { state: 'not-tried', detail: '', ms: null } as const
  const refused = { state: 'bad', detail: `${host} refuses the key.`, ms: null } as const
  return {
    isGood,
    steps: [
      { step: 'reach', ...good(`${host} answers`, 12) },
      { step: 'key', ...(isGood ? good('The key is taken.') : refused) },
      { step: 'models', ...(isGood ? good('1: scripted') : untried) },
      { step: 'answer', ...(isGood ? good('It says "Hello".', 340) : untried) },
    ],
  }
}
